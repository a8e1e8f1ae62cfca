import { useState } from 'preact/hooks';
import type { ListStopsAnswer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { listStops } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useSought } from '#web/shared/lists/use-sought.ts';
import { Time } from '#web/shared/values/time.tsx';
import { StopAddress } from './stop-address.tsx';

type MailStop = ListStopsAnswer['items'][number];

const causes = {
  refused: 'The mail server refused it',
  bounced: 'A mail came back',
  operator: 'An operator',
};

/** Addresses that get no mail. */
export default function MailStops() {
  const { email = '' } = useSought();
  const [isStopping, setStopping] = useState(false);
  const stops = useListing('GET /api/v1/admin/mail-stops', { query: { email, limit: 50 } });
  return (
    <Page
      title="Mail stops"
      intro="Addresses that get no mail at all, receipts included. The list keeps a code of each address, never the address itself."
      actions={
        <button type="button" class="primary" onClick={() => setStopping(true)}>
          Stop an address
        </button>
      }
    >
      <Filters personal={['email']}>
        <Field {...listStops.email} type="search" label="Email" hint="The whole address" />
      </Filters>
      <Listing
        of={stops}
        label="Mail stops"
        keyOf={({ id }) => id}
        empty={email ? 'This address gets mails.' : 'Every address gets mails.'}
        columns={[
          { title: 'Address', cell: ({ address }) => address },
          { title: 'Cause', cell: ({ cause }) => causes[cause] },
          { title: 'Reason', cell: ({ reason }) => reason },
          { title: 'Stopped', cell: ({ stopped_at }) => <Time at={stopped_at} /> },
          { title: 'Action', isBeside: true, cell: (stop) => <Lift of={stop} onLifted={stops.reload} /> },
        ]}
      />
      {isStopping && <StopAddress onChange={stops.reload} onClose={() => setStopping(false)} />}
    </Page>
  );
}

function Lift({ of: { id, address }, onLifted }: { of: MailStop; onLifted: () => Promise<void> }) {
  return (
    <Action
      label="Lift"
      run={async () => {
        await api.call('DELETE /api/v1/admin/mail-stops/{stop_id}', { path: { stop_id: id } });
        notify(`${address} gets mails again.`);
        await onLifted();
      }}
      confirm={{
        title: `Send mails to ${address} again?`,
        text: 'Mails that were not sent in the meantime are lost. If the address refuses the next one, it is stopped again.',
        act: 'Lift the stop',
      }}
    />
  );
}
