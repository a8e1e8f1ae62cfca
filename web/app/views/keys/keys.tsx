import { useState } from 'preact/hooks';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { isOver, works } from './key.ts';
import { KeyTable } from './key-table.tsx';
import { LeakedKey } from './leaked-key.tsx';
import { CreateKey } from './new-key/create-key.tsx';
import { type Made, MadeKey } from './new-key/made-key.tsx';
import { addUnstored, unstoredKeys } from './new-key/unstored-keys.ts';
import './keys.css';

/** The account's API keys. The text of one is on the page until its maker has stored it. */
export default function Keys() {
  const keys = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const [open, setOpen] = useState<'create' | 'leaked' | null>(null);
  const close = () => setOpen(null);
  const onMade = async (fresh: Made) => {
    close();
    addUnstored(fresh);
    await keys.reload();
  };
  const onRevoked = async () => {
    close();
    await keys.reload();
  };
  const items = keys.value?.items ?? [];
  const isFirst = items.every(isOver);
  const made = unstoredKeys.value;
  const leakable = items.filter(works);
  return (
    <Page
      title="API keys"
      intro="Programs and agents send a key with each request. Give each its own: anyone who has a key can spend your credits."
      actions={
        <>
          {leakable.length > 0 && (
            <button type="button" class="danger" onClick={() => setOpen('leaked')}>
              Key leaked?
            </button>
          )}
          {items.length > 0 && !isFirst && open !== 'create' && (
            <button type="button" class="primary" onClick={() => setOpen('create')}>
              Create key
            </button>
          )}
        </>
      }
    >
      {made.map((one) => (
        <MadeKey key={one.id} of={one} />
      ))}
      <Show of={keys}>
        {() => (
          <>
            {(isFirst ? made.length === 0 : open === 'create') && (
              <CreateKey isFirst={isFirst} onMade={onMade} onClose={close} />
            )}
            {items.length > 0 && <KeyTable of={items} />}
          </>
        )}
      </Show>
      {open === 'leaked' && leakable.length > 0 && (
        <LeakedKey of={leakable} onMade={onMade} onRevoked={onRevoked} onClose={close} />
      )}
    </Page>
  );
}
