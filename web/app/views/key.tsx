import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { useAnswer } from '../../shared/answer.ts';
import { me } from '../../shared/api.ts';
import { Page } from '../../shared/page.tsx';
import { Show } from '../../shared/show.tsx';
import { AllKeys } from './key/all-keys.tsx';
import { CreateKey } from './key/create-key.tsx';
import { currentKeyOf } from './key/current-key.ts';
import { KeyFacts } from './key/key-facts.tsx';
import { NewKey } from './key/new-key.tsx';
import { ReplaceKey } from './key/replace-key.tsx';

/** The account's API key. Its text is on the page only right after it was made. */
export default function ApiKey() {
  const keys = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const [text, setText] = useState<string | null>(null);
  const made = async (key: string | null) => {
    setText(key);
    await keys.reload();
  };
  return (
    <Page
      title="API key"
      intro="Your programs and agents send it with each request. Whoever has it can spend your credits."
    >
      {text !== null && <NewKey text={text} onStored={() => setText(null)} />}
      <Show of={keys}>{(value) => <Keys of={value} onMade={made} />}</Show>
    </Page>
  );
}

interface KeysProps {
  of: Answer<'GET /internal/keys/by-account/{account_id}'>;
  onMade: (key: string | null) => Promise<void>;
}

function Keys({ of: { items }, onMade }: KeysProps) {
  const current = currentKeyOf(items);
  if (!current) return <CreateKey onMade={onMade} />;
  return (
    <>
      <KeyFacts of={current} />
      <ReplaceKey of={current} onMade={onMade} />
      {items.length > 1 && <AllKeys of={items} />}
    </>
  );
}
