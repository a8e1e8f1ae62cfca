import type { ListMessagesAnswer } from '#client';
import { AccountLink } from '#web/console/parts/account-link.tsx';
import { worded } from '#web/console/parts/words.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listMessages } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Message = ListMessagesAnswer['items'][number];

const tones: Readonly<Partial<Record<Message['delivery'], Tone>>> = {
  delivered: 'good',
  read: 'good',
  failed: 'bad',
  not_sent: 'bad',
};

const columns: Column<Message>[] = [
  { title: 'Sent', cell: ({ sent_at }) => <Time at={sent_at} /> },
  { title: 'Account', cell: ({ account_id }) => <AccountLink id={account_id} /> },
  { title: 'To', cell: ({ whatsapp }) => whatsapp },
  {
    title: 'Delivery',
    cell: ({ delivery, error_code }) => (
      <>
        <Badge tone={tones[delivery] ?? 'plain'}>{worded(delivery)}</Badge>
        {error_code !== null && <span class="small faint"> Meta’s error {error_code}</span>}
      </>
    ),
  },
  { title: 'Since', cell: ({ delivery_at }) => <Time at={delivery_at} /> },
  { title: 'Code typed', isNamed: true, cell: ({ confirmed }) => (confirmed ? 'Yes' : 'No') },
];

const outcomes = [
  ['', 'All'],
  ['true', 'Failed'],
  ['false', 'Not failed'],
] as const;

export default function Messages() {
  const [{ account_id = '', failed = '' }] = useQuery();
  const messages = useListing('GET /api/v1/admin/whatsapp/messages', {
    query: { account_id, ...(failed ? { failed: failed === 'true' } : {}), limit: 50 },
  });
  return (
    <Page
      title="WhatsApp messages"
      intro="Codes that were sent in the last 30 days, and what became of them."
    >
      <Filters>
        <Field {...listMessages.account_id} label="Account" hint="Full account ID" />
        <Choice name="failed" label="Delivery" options={outcomes} />
      </Filters>
      <Listing
        label="WhatsApp messages"
        of={messages}
        columns={columns}
        keyOf={({ account_id: id, sent_at }) => `${id} ${sent_at}`}
        empty={account_id || failed ? 'No matching messages.' : 'No code was sent in the last 30 days.'}
      />
    </Page>
  );
}
