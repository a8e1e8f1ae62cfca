import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { AddSuppressions } from './add-suppressions.tsx';
import { CheckSuppression } from './check-suppression.tsx';
import type { Suppression } from './types.ts';

const kinds = { profile: 'Profile', email: 'Email', phone: 'Phone' };
const requesters = { subject: 'The person', operator: 'An operator', source: 'A source' };

/** The list of suppressions. */
export default function Suppressions() {
  const list = useListing('GET /api/v1/admin/suppressions', { query: { limit: 50 } });
  return (
    <Page
      title="Suppressions"
      intro="People about whom the service discloses nothing. The list keeps a code of each value, never the value itself."
    >
      <div class="side-by-side">
        <CheckSuppression onLifted={list.reload} />
        <AddSuppressions onAdded={list.reload} />
      </div>
      <Card title="Suppressed values">
        <Listing
          of={list}
          label="Suppressed values"
          keyOf={({ id }) => id}
          empty="No suppressions yet."
          columns={[
            {
              title: 'Value',
              cell: ({ kind, because_of }) => (because_of ? `${kinds[kind]} of another entry` : kinds[kind]),
            },
            { title: 'Reason', cell: ({ reason }) => reason },
            { title: 'Asked for by', cell: ({ requested_by }) => requesters[requested_by] },
            { title: 'Added', cell: ({ created_at }) => <Time at={created_at} /> },
            { title: 'Data', cell: ({ erased_at }) => <Erased at={erased_at} /> },
            { title: 'Lift', cell: (entry) => <Lift of={entry} onLifted={list.reload} /> },
          ]}
        />
      </Card>
    </Page>
  );
}

const Erased = ({ at }: { at: string | null }) =>
  at ? (
    <>
      Erased <Time at={at} />
    </>
  ) : (
    <Badge tone="warn">Being erased</Badge>
  );

function Lift({ of: { id }, onLifted }: { of: Suppression; onLifted: () => Promise<void> }) {
  return (
    <Action
      label="Lift"
      isDanger
      run={async () => {
        await api.call('DELETE /api/v1/admin/suppressions/{suppression_id}', {
          path: { suppression_id: id },
        });
        notify('The suppression is lifted.');
        await onLifted();
      }}
      confirm={{
        title: 'Lift this suppression?',
        text: 'Lookups and imports may have the person again, and every profile that was hidden because of the value. Erased data does not come back.',
        act: 'Lift the suppression',
      }}
    />
  );
}
