import { useState } from 'preact/hooks';
import type { CreateKeyAnswer, ListKeysAnswer } from '#client';
import type { PartProps } from '#web/console/views/account/part-props.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Time } from '#web/shared/values/time.tsx';
import { ChangeKeyDialog } from './change-key-dialog.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { CreatedKey } from './created-key.tsx';
import { KeyActions } from './key-actions.tsx';
import { KeyBadge } from './key-badge.tsx';

type Key = ListKeysAnswer['items'][number];

const columns: Column<Key>[] = [
  {
    title: 'Key',
    cell: ({ prefix, mode, note }) => (
      <>
        <code class="nowrap">{prefix}</code> {mode === 'test' && 'test'}
        {note && <div class="small faint">{note}</div>}
      </>
    ),
  },
  { title: 'State', cell: ({ status }) => <KeyBadge status={status} /> },
  { title: 'Plan', cell: ({ plan }) => plan },
  { title: 'Calls per minute', isNumber: true, cell: ({ rate_limit_per_min: rate }) => rate },
  { title: 'Allowed IPs', isNamed: true, cell: ({ allowed_ips }) => allowed_ips.join(', ') || 'All' },
  {
    title: 'Expires',
    isNamed: true,
    cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} /> : 'Never'),
  },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The keys, and what can be done about each. */
export function KeysPart({ account, reload }: PartProps) {
  const keys = useListing('GET /api/v1/keys/list', { query: { account_id: account.account_id, limit: 50 } });
  const [isCreating, setCreating] = useState(false);
  const [changing, change] = useState<Key | null>(null);
  const [created, show] = useState<CreateKeyAnswer | null>(null);
  const changed = async () => {
    await Promise.all([keys.reload(), reload()]);
  };
  const actions: Column<Key> = {
    title: 'Actions',
    cell: (key) => <KeyActions of={key} onEdit={() => change(key)} onChange={changed} />,
  };
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => setCreating(true)} disabled={account.email === null}>
          Create a key
        </button>
        {account.email === null && <span class="faint">A key needs an account with an email.</span>}
      </div>
      {created && <CreatedKey of={created} />}
      <Listing
        label="Keys"
        of={keys}
        columns={[...columns, actions]}
        keyOf={({ id }) => id}
        empty="It has no key yet."
      />
      {isCreating && (
        <CreateKeyDialog
          account={account}
          onCreated={show}
          onChange={changed}
          onClose={() => setCreating(false)}
        />
      )}
      {changing && <ChangeKeyDialog of={changing} onChange={changed} onClose={() => change(null)} />}
    </>
  );
}
