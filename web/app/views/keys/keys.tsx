import { useState } from 'preact/hooks';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { CreateKey } from './create-key.tsx';
import { isOver, works } from './key.ts';
import { KeyTable } from './key-table.tsx';
import { type Made, MadeKey } from './made-key.tsx';
import { ReplaceKey } from './replace-key.tsx';
import './keys.css';

/** The account's API keys. The text of one is on the page only right after it was made. */
export default function Keys() {
  const keys = useAnswer('GET /internal/keys/by-account/{account_id}', { path: { account_id: me } });
  const [made, setMade] = useState<Made | null>(null);
  const [open, setOpen] = useState<'create' | 'leaked' | null>(null);
  const close = () => setOpen(null);
  const onMade = async (fresh: Made) => {
    close();
    setMade(fresh);
    await keys.reload();
  };
  const items = keys.value?.items ?? [];
  const isFirst = items.every(isOver);
  const leakable = items.filter((key) => works(key) && key.replaced_by === null);
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
      {made && <MadeKey of={made} onStored={() => setMade(null)} />}
      <Show of={keys}>
        {() => (
          <>
            {(isFirst ? !made : open === 'create') && (
              <CreateKey isFirst={isFirst} onMade={onMade} onClose={close} />
            )}
            {items.length > 0 && <KeyTable of={items} />}
          </>
        )}
      </Show>
      {open === 'leaked' && leakable.length > 0 && (
        <ReplaceKey of={leakable} isLeaked onMade={onMade} onClose={close} />
      )}
    </Page>
  );
}
