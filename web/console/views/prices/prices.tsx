import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Badge } from '#web/shared/values/badge.tsx';
import { Count } from '#web/shared/values/count.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { ChangeDialog, ChangeTable } from './change-dialog.tsx';
import { type Catalogue, type Entry, sold, withEntry } from './entries.ts';
import { EntryDialog } from './entry-dialog.tsx';

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
              <Waiting of={value.waiting} onChanged={catalogue.reload} />
            ) : (
              <Draft key={value.version} of={value} onChanged={catalogue.reload} />
            )}
            <History of={value} onChanged={catalogue.reload} />
          </>
        )}
      </Show>
    </Page>
  );
}

interface PartProps<Of> {
  of: Of;
  onChanged: () => Promise<void>;
}

/** The catalogue in force with the changes that aren't saved yet. */
function Draft({ of: { entries, version }, onChanged }: PartProps<Catalogue>) {
  const [draft, setDraft] = useState<readonly Entry[]>(entries);
  const [edited, edit] = useState<Entry | 'new' | null>(null);
  const [isReviewed, review] = useState(false);
  const onEdited = (entry: Entry | null) => {
    edit(null);
    if (entry) setDraft(withEntry(draft, entry));
  };
  const onReviewed = async (isChanged: boolean) => {
    review(false);
    if (isChanged) await onChanged();
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(entries);
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
          <button type="button" onClick={() => setDraft(entries)}>
            Discard the changes
          </button>
        )}
      </div>
      {edited && (
        <EntryDialog
          of={edited === 'new' ? null : edited}
          taken={draft.map(({ id }) => id)}
          onDone={onEdited}
        />
      )}
      {isReviewed && <ChangeDialog entries={draft} version={version} onDone={onReviewed} />}
    </>
  );
}

interface EntryTableProps {
  of: readonly Entry[];
  former: readonly Entry[];
  onEdit?: (entry: Entry) => void;
}

function EntryTable({ of: entries, former, onEdit }: EntryTableProps) {
  const wasSame = (entry: Entry) => former.some((one) => JSON.stringify(one) === JSON.stringify(entry));
  return (
    <Table
      items={entries}
      label="Plans and packs"
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Plan',
          cell: (entry) => (
            <>
              {entry.name} {!wasSame(entry) && <Badge tone="warn">Changed</Badge>}
              <div class="small faint">{entry.kind === 'topup' ? `${entry.id}, a pack` : entry.id}</div>
            </>
          ),
        },
        {
          title: 'Price',
          isNumber: true,
          cell: ({ amount, cta }) =>
            cta === 'contact' && amount === 0 ? 'By agreement' : <Rupees paise={amount} />,
        },
        { title: 'Credits', isNumber: true, cell: ({ credits }) => <Count of={credits} /> },
        { title: 'Requests/min', isNumber: true, cell: (entry) => <Count of={entry.rate_limit_per_min} /> },
        { title: 'Agents', cell: ({ mcp }) => (mcp ? 'Yes' : 'No') },
        { title: 'Sold', cell: ({ cta }) => new Map(sold).get(cta) },
        ...(onEdit
          ? [
              {
                title: 'Change',
                cell: (entry: Entry) => (
                  <button type="button" aria-label={`Change ${entry.name}`} onClick={() => onEdit(entry)}>
                    Change
                  </button>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

/** A change that takes effect later. */
function Waiting({ of: waiting, onChanged }: PartProps<NonNullable<Catalogue['waiting']>>) {
  const { version, effective_at, actor, reason, changes, entries } = waiting;
  const withdraw = async (given: { reason: string }) => {
    await api.call('POST /api/v1/admin/catalogue/withdraw', { body: { version, ...given } });
    notify('The change was withdrawn.');
    await onChanged();
  };
  return (
    <>
      <Card
        title={
          <>
            These changes take effect on <Time at={effective_at} />
          </>
        }
        actions={
          <Action
            label="Withdraw it"
            isDanger
            run={withdraw}
            confirm={{
              title: 'Withdraw the change?',
              text: 'The prices stay as they are now.',
              act: 'Withdraw it',
              needsReason: true,
            }}
          />
        }
      >
        <p>
          {reason} ({actor})
        </p>
        <ChangeTable of={changes} />
      </Card>
      <h2>From then on</h2>
      <EntryTable of={entries} former={entries} />
    </>
  );
}

function History({ of: { history, version: inForce, waiting }, onChanged }: PartProps<Catalogue>) {
  const goBack = (version: number) => async (given: { reason: string }) => {
    await api.call('POST /api/v1/admin/catalogue/rollback', {
      body: { version, expected_version: inForce, ...given },
    });
    notify('The former prices are in force again.');
    await onChanged();
  };
  const back = (version: number, label: string) =>
    !waiting && (
      <Action
        label={label}
        run={(given) => goBack(version)(given)}
        confirm={{
          title: `${label}?`,
          text: 'It takes effect at once. Later additions stay in the catalogue and are no longer sold.',
          act: 'Return to it',
          needsReason: true,
        }}
      />
    );
  return (
    <>
      <h2>History</h2>
      {history.length === 0 && <Empty title="Nothing was changed yet." />}
      {history
        .filter(({ version }) => version !== waiting?.version)
        .map(({ version, changes, reason, actor, created_at, withdrawn_at }) => (
          <Card
            key={version}
            title={`Version ${version}${version === inForce ? ', in force' : ''}${withdrawn_at ? ', withdrawn' : ''}`}
            actions={version < inForce && !withdrawn_at && back(version, `Return to version ${version}`)}
          >
            <p>
              {reason} ({actor}, <Time at={created_at} />)
            </p>
            <ChangeTable of={changes} />
          </Card>
        ))}
      {inForce > 0 && history.at(-1)?.version === 1 && (
        <Card title="Version 0" actions={back(0, 'Return to version 0')}>
          <p>The catalogue that the service came with.</p>
        </Card>
      )}
    </>
  );
}
