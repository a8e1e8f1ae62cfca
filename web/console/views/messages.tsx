import type { ListMessagesAnswer } from '#client';
import { useQuery } from '../../shared/address.ts';
import { Badge, type Tone } from '../../shared/badge.tsx';
import { Choice } from '../../shared/choice.tsx';
import { Field } from '../../shared/field.tsx';
import { Form, type FormValues } from '../../shared/form.tsx';
import { Listing } from '../../shared/listing.tsx';
import { Page } from '../../shared/page.tsx';
import type { Column } from '../../shared/table.tsx';
import { Time } from '../../shared/time.tsx';
import { useListing } from '../../shared/use-listing.ts';
import { AccountLink } from '../parts/account-link.tsx';
import { worded } from '../parts/words.ts';
import '../parts/layout.css';

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
  { title: 'Code typed', cell: ({ confirmed }) => (confirmed ? 'Yes' : 'No') },
];

const outcomes = [
  ['', 'All'],
  ['true', 'Failed'],
  ['false', 'Not failed'],
] as const;

export default function Messages() {
  const [query, change] = useQuery();
  const { account_id = '', failed = '' } = query;
  const messages = useListing('GET /api/v1/admin/whatsapp/messages', {
    query: { account_id, ...(failed ? { failed: failed === 'true' } : {}), limit: 50 },
  });
  return (
    <Page
      title="WhatsApp messages"
      intro="Codes that were sent in the last 30 days, and what became of them."
    >
      <Form
        isInline
        submit="Filter"
        onSubmit={(filters: FormValues<'account_id' | 'failed'>) => change(filters)}
      >
        <Field name="account_id" label="Account" value={account_id} hint="Full account ID" maxLength={200} />
        <Choice name="failed" label="Delivery" value={failed} options={outcomes} />
      </Form>
      <Listing
        label="WhatsApp messages"
        of={messages}
        columns={columns}
        keyOf={({ account_id: id, sent_at }) => `${id} ${sent_at}`}
        empty="No matching messages."
      />
    </Page>
  );
}
