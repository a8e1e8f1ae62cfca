import type { ListAttemptsAnswer } from '#client';
import { AccountLink } from '#web/console/parts/account-link.tsx';
import { Details } from '#web/console/parts/details.tsx';
import { worded } from '#web/console/parts/words.ts';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { None } from '#web/shared/values/none.tsx';
import { Day, Time } from '#web/shared/values/time.tsx';

type Attempt = ListAttemptsAnswer['items'][number];

const columnsOf = (onLetIn: () => Promise<void>): Column<Attempt>[] => [
  { title: 'When', cell: ({ at }) => <Time at={at} /> },
  { title: 'Step', cell: ({ step }) => (step === 'vet' ? 'Asked' : 'Registered') },
  {
    title: 'Told',
    cell: ({ allowed, code }) =>
      allowed ? <Badge tone="good">Allowed</Badge> : <Badge tone="bad">{worded(code!)}</Badge>,
  },
  { title: 'Why', cell: ({ evidence }) => evidence },
  {
    title: 'From',
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
  { title: 'Action', cell: (attempt) => <LetIn of={attempt} onDone={onLetIn} /> },
];

export function AttemptList({ of }: { of: ListingState<Attempt> }) {
  return (
    <Listing
      label="Sign-up attempts"
      of={of}
      columns={columnsOf(of.reload)}
      keyOf={({ id }) => id}
      empty="No matching attempts."
    />
  );
}

/** Rules that an operator may overrule for one person. */
const overrulable = ['signups_closed', 'velocity', 'disposable_domain', 'refused_domain', 'alias_relay'];

function LetIn({
  of: { id, allowed, step, signals, email, provider_user, let_in_until: until },
  onDone,
}: {
  of: Attempt;
  onDone: () => Promise<void>;
}) {
  const person = email ?? provider_user;
  if (!allowed && until)
    return (
      <>
        Let in until <Day at={until} />
      </>
    );
  if (
    allowed ||
    step !== 'vet' ||
    person === null ||
    !signals.every((signal) => overrulable.includes(signal))
  )
    return <None />;
  const letIn = async ({ reason }: { reason: string }) => {
    await api.call('POST /api/v1/admin/abuse/attempts/{attempt_id}/admission', {
      path: { attempt_id: String(id) },
      body: { reason },
    });
    notify('They may sign up for seven days.');
    await onDone();
  };
  return (
    <Action
      label="Let in"
      run={letIn}
      confirm={{
        title: `Let ${person} sign up?`,
        text: 'For seven days the rules on domains and on sign-ups per address don’t hold for them. Locks do.',
        act: 'Let them in',
        needsReason: true,
      }}
    />
  );
}
