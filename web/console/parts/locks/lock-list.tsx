import type { ListLocksAnswer } from '#client';
import { AccountLink } from '#web/console/parts/account-link.tsx';
import { worded } from '#web/console/parts/words.ts';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';
import { None } from '#web/shared/values/none.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { lockTypeName } from './lock-types.ts';

type Lock = ListLocksAnswer['items'][number];

interface LockListProps {
  of: ListingState<Lock>;
  onChange: () => Promise<void>;
  empty: string;
}

const tones: Readonly<Record<Lock['status'], Tone>> = { active: 'bad', expired: 'plain', lifted: 'plain' };

const columns: Column<Lock>[] = [
  {
    title: 'Subject',
    cell: ({ subject_type, subject }) => (
      <>
        <div class="small faint">{lockTypeName(subject_type)}</div>
        {subject_type === 'account' ? <AccountLink id={subject} /> : subject}
      </>
    ),
  },
  { title: 'State', cell: ({ status }) => <Badge tone={tones[status]}>{worded(status)}</Badge> },
  { title: 'Reason', cell: ({ reason }) => reason || '–' },
  {
    title: 'Locked',
    cell: ({ created_at, created_by }) => (
      <>
        <Time at={created_at} />
        <div class="small faint">by {created_by}</div>
      </>
    ),
  },
  {
    title: 'Ends',
    isNamed: true,
    cell: ({ expires_at, lifted_at, lifted_by }) => (
      <>
        {lifted_at || expires_at ? <Time at={lifted_at ?? expires_at} /> : 'When it is lifted'}
        {lifted_by && <div class="small faint">by {lifted_by}</div>}
      </>
    ),
  },
];

/** Locks, each with a way to lift it. */
export function LockList({ of, onChange, empty }: LockListProps) {
  const actions: Column<Lock> = {
    title: 'Action',
    cell: (lock) => <Lift of={lock} onChange={onChange} />,
    isBeside: true,
  };
  return (
    <Listing label="Locks" of={of} columns={[...columns, actions]} keyOf={({ id }) => id} empty={empty} />
  );
}

/** Lifts at once. Undo locks again, with the same reason and end. */
function Lift({
  of: { subject_type, subject, reason, expires_at, status },
  onChange,
}: {
  of: Lock;
  onChange: () => Promise<void>;
}) {
  if (status !== 'active') return <None />;
  const undo = async () => {
    await api.call('POST /api/v1/admin/locks', { body: { subject_type, subject, reason, expires_at } });
    notify('The lock is in force again.');
    await onChange();
  };
  const lift = async () => {
    await api.call('POST /api/v1/admin/locks/unlock', { body: { subject_type, subject } });
    notify('The lock was lifted.', { undo });
    await onChange();
  };
  return <Action label="Lift" run={lift} />;
}
