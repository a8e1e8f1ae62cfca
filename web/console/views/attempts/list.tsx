import type { ListAttemptsAnswer } from '#client';
import { AccountLink } from '#web/console/parts/account-link.tsx';
import { Details } from '#web/console/parts/details.tsx';
import { worded } from '#web/console/parts/words.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Attempt = ListAttemptsAnswer['items'][number];

const columns: Column<Attempt>[] = [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'Step', cell: ({ step }) => (step === 'vet' ? 'Asked' : 'Registered') },
  {
    title: 'Told',
    cell: ({ allowed, code }) =>
      allowed ? <Badge tone="good">Allowed</Badge> : <Badge tone="bad">{worded(code!)}</Badge>,
  },
  { title: 'Signals', cell: ({ signals }) => signals.map(worded).join(', ') || 'None' },
  {
    title: 'Evidence',
    cell: ({ email, mailbox, provider_user, whatsapp, device, ip, user_agent }) => (
      <Details
        of={{
          email,
          ...(mailbox === email ? {} : { mailbox }),
          sign_in: provider_user,
          whatsapp,
          device,
          ip,
          browser: user_agent,
        }}
      />
    ),
  },
  {
    title: 'Accounts',
    cell: ({ account_id, claimed_by }) => {
      const ids = [...new Set([...(account_id ? [account_id] : []), ...claimed_by])];
      return ids.length === 0
        ? '–'
        : ids.map((id) => (
            <div key={id}>
              <AccountLink id={id} />
            </div>
          ));
    },
  },
];

export function AttemptList({ of }: { of: ListingState<Attempt> }) {
  return (
    <Listing
      label="Sign-up attempts"
      of={of}
      columns={columns}
      keyOf={({ id }) => id}
      empty="No matching attempts."
    />
  );
}
