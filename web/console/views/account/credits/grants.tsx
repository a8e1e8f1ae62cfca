import type { ListGrantsAnswer } from '#client';
import { worded } from '#web/console/parts/words.ts';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Count, counted } from '#web/shared/values/count.tsx';
import { None } from '#web/shared/values/none.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Grant = ListGrantsAnswer['items'][number];

interface GrantsProps {
  of: ListingState<Grant>;
  onChange: () => Promise<void>;
}

const columns: Column<Grant>[] = [
  { title: 'Granted', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: 'Source',
    isBeside: false,
    cell: ({ source, granted_by }) => sourceOf(source, granted_by),
  },
  { title: 'Reason', cell: ({ reason }) => reason || '–' },
  { title: 'Credits', isNumber: true, cell: ({ credits }) => <Count of={credits} /> },
  { title: 'Left', isNumber: true, cell: ({ available }) => <Count of={available} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
];

/** Operators are named. Promos and payments grant automatically. */
const sourceOf = (source: Grant['source'], by: string): string =>
  source === 'operator' || source === 'key' ? `${worded(source)} by ${by}` : worded(source);

/** Every lot. The unspent part of an operator's grant can be taken back. */
export function Grants({ of, onChange }: GrantsProps) {
  return (
    <section class="stack">
      <h2>Grants</h2>
      <Listing
        label="Grants"
        of={of}
        columns={[
          ...columns,
          { title: 'Action', cell: (grant) => <TakeBack of={grant} onChange={onChange} /> },
        ]}
        keyOf={({ id }) => id}
        empty="It has never had a credit."
      />
    </section>
  );
}

function TakeBack({ of: { id, source, available }, onChange }: { of: Grant; onChange: () => Promise<void> }) {
  if (available === 0 || (source !== 'operator' && source !== 'key')) return <None />;
  const left = counted(available, 'credit');
  const takeBack = async ({ reason }: { reason: string }) => {
    const { revoked } = await api.call('POST /api/v1/admin/growth/credits/{grant_id}/revocation', {
      path: { grant_id: String(id) },
      body: { reason },
    });
    notify(`${counted(revoked, 'credit')} taken back.`);
    await onChange();
  };
  return (
    <Action
      label="Take back"
      isDanger
      run={takeBack}
      confirm={{
        title: 'Take back this grant?',
        text: `The account loses the ${left} that are left of it. The customer sees your reason in the history.`,
        act: `Take back ${left}`,
        needsReason: true,
      }}
    />
  );
}
