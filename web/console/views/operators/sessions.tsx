import type { ListOperatorSessionsAnswer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import type { ListingState } from '#web/shared/lists/use-listing.ts';
import { Time } from '#web/shared/values/time.tsx';

type Session = ListOperatorSessionsAnswer['items'][number];

interface SessionsProps {
  of: ListingState<Session>;
  onEnded: () => Promise<void>;
}

/** The open sessions of the console, each with a way to end it. */
export function Sessions({ of: sessions, onEnded }: SessionsProps) {
  const columns: Column<Session>[] = [
    { title: 'Operator', cell: ({ email }) => email },
    { title: 'Signed in by', cell: wayIn },
    { title: 'Since', cell: ({ created_at }) => <Time at={created_at} /> },
    { title: 'Ends', cell: ({ expires_at }) => <Time at={expires_at} /> },
    { title: 'Action', cell: (session) => <End of={session} onEnded={onEnded} /> },
  ];
  return (
    <Card title="Sessions">
      <Listing
        label="Sessions"
        of={sessions}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No one is signed in."
      />
    </Card>
  );
}

function wayIn({ by_link, link_from }: Session) {
  if (!by_link) return 'Identity provider';
  return link_from ? `Link from ${link_from}` : 'Link';
}

function End({ of: { id, email }, onEnded }: { of: Session; onEnded: () => Promise<void> }) {
  const end = async () => {
    const path = { session_id: id };
    await api.call('POST /api/v1/admin/operators/sessions/{session_id}/revocation', { path });
    notify('Session ended.');
    await onEnded();
  };
  return (
    <Action
      label="End"
      isDanger
      run={end}
      confirm={{
        title: `End the session of ${email}?`,
        text: 'They can sign in again unless you lock them or take them off OPERATORS.',
        act: 'End the session',
      }}
    />
  );
}
