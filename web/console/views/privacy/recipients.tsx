import { AccountLink } from '#web/console/parts/account-link.tsx';
import { type Column, Table } from '#web/shared/lists/table.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { PersonExport } from './types.ts';

type Profile = PersonExport['profiles'][number];
type Recipient = Profile['recipients'][number];

/** The accounts that received data about a profile. */
export function Recipients({ of: { recipients, recipients_total } }: { of: Profile }) {
  if (recipients.length === 0) return <p>Nobody.</p>;
  const earlier = recipients_total - recipients.length;
  return (
    <Table items={recipients} label="Recipients" keyOf={({ lookup_id }) => lookup_id} columns={columns}>
      {earlier > 0 && <p>And {countOf(earlier)} earlier ones.</p>}
    </Table>
  );
}

const receivedBy = ({ emails, phones, links }: Recipient): string =>
  [emails && 'emails', phones && 'phones', links && 'links'].filter(Boolean).join(', ') || 'no contacts';

const columns: Column<Recipient>[] = [
  { title: 'Account', cell: ({ account_id }) => <AccountLink id={account_id} /> },
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'What', cell: receivedBy },
];
