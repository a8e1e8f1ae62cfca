import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { AllKeys } from './all-keys.tsx';
import { CreateKey } from './create-key.tsx';
import { currentKeyOf } from './current-key.ts';
import { KeyFacts } from './key-facts.tsx';
import { NewKey } from './new-key.tsx';
import { ReplaceKey } from './replace-key.tsx';

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
      intro="Your programs and agents send it with each request. Anyone who has it can spend your credits."
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
