import { Card } from '#web/shared/layout/card.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { Key } from './current-key.ts';
import { KeyStatus } from './key-status.tsx';

/** Also those that were replaced. A replaced key is banned for good. */
export const AllKeys = ({ of }: { of: Key[] }) => (
  <Card title="All keys">
    <p>A key that was replaced stays banned.</p>
    <Table
      items={of}
      label="All keys of the account, newest first"
      keyOf={({ id }) => id}
      columns={[
        { title: 'Key', cell: ({ prefix }) => <code>{prefix}</code> },
        { title: 'Status', cell: (key) => <KeyStatus of={key} /> },
        { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
        { title: 'Expires', cell: ({ expires_at: at }) => (at ? <Time at={at} /> : 'Never') },
      ]}
    />
  </Card>
);
