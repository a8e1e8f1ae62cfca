import { useState } from 'preact/hooks';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useGo } from '#web/shared/shell/use-go.ts';
import { isOver, type Key, nameOf } from './key.ts';
import { KeyFacts } from './key-facts.tsx';
import { type Made, MadeKey } from './new-key/made-key.tsx';
import { addUnstored, unstoredKeys } from './new-key/unstored-keys.ts';
import { ReplaceKey } from './replace-key.tsx';
import { RevokeKey } from './revoke-key.tsx';
import './keys.css';

/** A key: what it may do, and how to change, replace and revoke it. */
export default function OneKey({ key_id }: { key_id: string }) {
  const keys = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const go = useGo();
  const [isReplacing, setReplacing] = useState(false);
  const key = keys.value?.items.find(({ id }) => id === key_id);
  const made = unstoredKeys.value.find(({ id }) => id === key_id);
  const onMade = async (fresh: Made) => {
    addUnstored(fresh);
    go(`/app/keys/${fresh.id}`);
    await keys.reload();
  };
  return (
    <Page
      title={key ? nameOf(key) : 'API key'}
      intro={<a href="/app/keys">All keys</a>}
      actions={key && <Acts of={key} onReplace={() => setReplacing(true)} onChange={keys.reload} />}
    >
      {made && <MadeKey of={made} />}
      <Show of={keys}>
        {() => (key ? <KeyFacts of={key} onChange={keys.reload} /> : <Empty title="There is no such key." />)}
      </Show>
      {isReplacing && key && <ReplaceKey of={key} onMade={onMade} onClose={() => setReplacing(false)} />}
    </Page>
  );
}

interface ActsProps {
  of: Key;
  onReplace: () => void;
  onChange: () => Promise<void>;
}

function Acts({ of: key, onReplace, onChange }: ActsProps) {
  if (isOver(key)) return null;
  return (
    <>
      {key.replaced_by === null && (
        <button type="button" onClick={onReplace}>
          Replace
        </button>
      )}
      <RevokeKey of={key} onChange={onChange} />
    </>
  );
}
