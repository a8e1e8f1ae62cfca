import type { ListGrantsAnswer } from '#client';
import { Action } from '../../../shared/action.tsx';
import { api } from '../../../shared/api.ts';
import { Count, counted } from '../../../shared/count.tsx';
import { Listing } from '../../../shared/listing.tsx';
import { notify } from '../../../shared/notify.ts';
import type { Column } from '../../../shared/table.tsx';
import { Time } from '../../../shared/time.tsx';
import type { ListingState } from '../../../shared/use-listing.ts';
import { worded } from '../../parts/words.ts';

type Grant = ListGrantsAnswer['items'][number];

interface GrantsProps {
  of: ListingState<Grant>;
  onChange: () => Promise<void>;
}

const columns: Column<Grant>[] = [
  { title: 'Granted', cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: 'Source',
    cell: ({ source, granted_by }) => sourceOf(source, granted_by),
  },
  { title: 'Reason', cell: ({ reason }) => reason || '–' },
  { title: 'Credits', isNumber: true, cell: ({ credits }) => <Count of={credits} /> },
  { title: 'Left', isNumber: true, cell: ({ available }) => <Count of={available} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} /> },
];

/** Operators are named. Promos and payments grant by themselves. */
const sourceOf = (source: Grant['source'], by: string): string =>
  source === 'operator' || source === 'key' ? `${worded(source)} by ${by}` : worded(source);

/** Every lot. What an operator gave can be taken back as far as it is left. */
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
  if (available === 0 || (source !== 'operator' && source !== 'key')) return <>–</>;
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
