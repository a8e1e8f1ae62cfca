import type { Answer } from '#client';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { badgeOf } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Session = Answer<'GET /internal/extension/sessions/{account_id}'>['items'][number];

const Status = badgeOf<Session['status']>({
  active: ['Active', 'good'],
  expired: ['Expired', 'plain'],
  signed_out: ['Signed out', 'plain'],
  revoked: ['Ended', 'plain'],
  token_reused: ['Ended: its code was used twice', 'bad'],
  over_limit: ['Ended: more than 20', 'plain'],
  key_replaced: ['Ended: key replaced', 'plain'],
});

/** The account's extensions. A session ends at once. */
export function Sessions() {
  const sessions = useListing('GET /internal/extension/sessions/{account_id}', { path: { account_id: me } });
  const end = async (session_id: string) => {
    const path = { account_id: me, session_id };
    await api.call('POST /internal/extension/sessions/{account_id}/{session_id}/revocation', { path });
    notify('Session ended.');
    await sessions.reload();
  };
  const endAll = async () => {
    const { ended } = await api.call('POST /internal/extension/sessions/{account_id}/revocation', {
      path: { account_id: me },
    });
    notify(ended === 1 ? 'One session has ended.' : `${ended} sessions have ended.`);
    await sessions.reload();
  };
  const live = sessions.items.filter(({ status }) => status === 'active').length;
  const columns: Column<Session>[] = [
    { title: 'Extension', cell: ({ label, id }) => label || id },
    { title: 'Status', cell: ({ status }) => <Status of={status} /> },
    { title: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
    { title: 'Last renewed', cell: ({ refreshed_at }) => <Ago at={refreshed_at} /> },
    { title: 'Ends', cell: ({ ended_at, expires_at }) => <Time at={ended_at ?? expires_at} /> },
    { title: 'Action', cell: (session) => session.status === 'active' && <End of={session} run={end} /> },
  ];
  return (
    <Card
      title="Sessions"
      actions={
        live > 1 && (
          <Action
            label="End all"
            isDanger
            run={endAll}
            confirm={{
              title: 'End all sessions?',
              text: 'Every extension stops at once. To use one again, connect it with a new code.',
              act: 'End all',
            }}
          />
        )
      }
    >
      <p class="small">
        You can connect up to 20 extensions. Connecting another one signs out the one you haven’t used for
        longest.
      </p>
      <Listing
        label="Sessions"
        of={sessions}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No extensions connected."
      />
    </Card>
  );
}

const End = ({ of: { id, label }, run }: { of: Session; run: (id: string) => Promise<void> }) => (
  <Action
    label="End"
    isDanger
    run={() => run(id)}
    confirm={{
      title: `End the session${label && ` “${label}”`}?`,
      text: 'The extension stops at once. To use it again, connect it with a new code.',
      act: 'End the session',
    }}
  />
);
