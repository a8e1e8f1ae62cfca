import { Choice } from '#web/shared/forms/choice.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { badgeOf } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { DecideOptOut } from './decide-opt-out.tsx';
import type { OptOut } from './types.ts';

const statuses = [
  ['open', 'Open'],
  ['confirmed', 'Confirmed'],
  ['declined', 'Declined'],
  ['expired', 'Expired'],
] as const;

const Status = badgeOf<OptOut['status']>({
  open: ['Open', 'warn'],
  confirmed: ['Confirmed', 'good'],
  declined: ['Declined', 'plain'],
  expired: ['Expired', 'plain'],
});

const causes: Record<NonNullable<OptOut['waits_because']>, string> = {
  no_mail_webhook: 'The service has no way to send mails. Ask the person for proof.',
  profile_not_readable: 'The service can’t read this profile. Ask the person for proof.',
  too_many_mails: 'The mail limit was reached. Someone may be sending requests in other people’s names.',
  mail_refused: 'The mail webhook rejected the mail.',
  mail_not_taken: 'The mail webhook did not accept the mail within an hour.',
  profile_unreachable: 'The site did not answer when the person wanted to confirm.',
};

/** Requests of people who want to be left alone. */
export default function OptOuts() {
  const [{ status = 'open' }] = useQuery();
  const requests = useListing('GET /api/v1/admin/opt-outs', {
    query: { status: status as OptOut['status'], limit: 50 },
  });
  return (
    <Page title="Opt-outs" intro="People who asked at /opt-out that nothing be disclosed about them.">
      <Filters>
        <Choice name="status" label="Status" options={statuses} />
      </Filters>
      <Listing
        of={requests}
        label="Opt-out requests"
        keyOf={({ id }) => id}
        empty={status === 'open' ? 'No request is open.' : 'No matching requests.'}
        columns={[
          {
            title: 'About',
            cell: ({ target, kind }) => target ?? `A deleted ${kind === 'email' ? 'address' : 'link'}`,
          },
          { title: 'Status', cell: ({ status: state }) => <Status of={state} /> },
          { title: 'Waits for', cell: waitsFor },
          { title: 'Asked', cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: 'Decision',
            cell: (request) => <DecideOptOut of={request} onDecided={requests.reload} />,
          },
        ]}
      />
    </Page>
  );
}

function waitsFor({ status, way, waits_because }: OptOut): string {
  if (status !== 'open') return '–';
  if (way === 'mail') return 'The person, by the link in a mail';
  return waits_because ? `Your decision. ${causes[waits_because]}` : 'Your decision';
}
