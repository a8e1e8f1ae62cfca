import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { ask } from '#web/shared/feedback/ask.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { type CataloguePartProps, type Entry, withEntry } from './entries.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryTable } from './entry-table.tsx';
import { PriceHistory, Waiting } from './price-history.tsx';

/** Plans, packs and prices, and the history of their changes. */
export default function Prices() {
  const catalogue = useAnswer('GET /api/v1/admin/catalogue', { query: { limit: 50 } });
  return (
    <Page
      title="Plans and prices"
      intro="The price list shows these, and checkout sells them. When you change one, accounts keep what they have bought."
    >
      <Show of={catalogue}>
        {(value) => (
          <>
            {value.waiting ? (
              <Waiting of={value} waiting={value.waiting} onChanged={catalogue.reload} />
            ) : (
              <Draft key={value.version} of={value} onChanged={catalogue.reload} />
            )}
            <PriceHistory of={value} onChanged={catalogue.reload} />
          </>
        )}
      </Show>
    </Page>
  );
}

/** Survives a look at another page. It belongs to the version that it was begun on. */
const kept = signal<{ version: number; entries: readonly Entry[] } | null>(null);

/** The catalogue in force with the changes that aren't saved yet. */
function Draft({ of: { entries, version }, onChanged }: CataloguePartProps) {
  const draft = kept.value?.version === version ? kept.value.entries : entries;
  const [edited, edit] = useState<Entry | 'new' | null>(null);
  const [isReviewed, review] = useState(false);
  const onEdited = (entry: Entry | null) => {
    edit(null);
    if (entry) kept.value = { version, entries: withEntry(draft, entry) };
  };
  const onReviewed = async (isDone: boolean) => {
    review(false);
    if (isDone) await onChanged();
  };
  const editRefused = (entry: Entry) => {
    review(false);
    edit(entry);
  };
  const discard = async () => {
    const answer = await ask({
      title: 'Discard the changes?',
      text: 'The prices in force stay as they are.',
      act: 'Discard them',
      keep: 'Keep them',
      isDanger: true,
    });
    if (answer) kept.value = null;
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(entries);
  useUnsaved(isChanged);
  return (
    <>
      <EntryTable of={draft} former={entries} onEdit={edit} />
      <div class="actions">
        <button
          type="button"
          class={isChanged ? 'primary' : undefined}
          disabled={!isChanged}
          onClick={() => review(true)}
        >
          Review the changes
        </button>
        <button type="button" onClick={() => edit('new')}>
          Add a plan or pack
        </button>
        {isChanged && (
          <button type="button" onClick={discard}>
            Discard the changes
          </button>
        )}
      </div>
      {edited && (
        <EntryDialog
          of={edited === 'new' ? null : edited}
          others={draft.filter((one) => one !== edited)}
          onDone={onEdited}
        />
      )}
      {isReviewed && (
        <ChangeDialog entries={draft} version={version} onEdit={editRefused} onDone={onReviewed} />
      )}
    </>
  );
}

/** Has the browser ask before the tab closes or the page is loaded again. */
function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, [isUnsaved]);
}
