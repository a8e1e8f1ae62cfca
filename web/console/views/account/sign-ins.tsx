import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { counted } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { OneAccount, PartProps } from './part-props.ts';

type Handle = OneAccount['handles'][number];

const kinds: Readonly<Record<Handle['kind'], string>> = {
  email: 'Email',
  provider_user: 'Sign-in',
  device: 'Device',
};

/** Where the account is signed in, and what only it may sign up with. */
export function SignIns({ account: { account_id }, more: { sessions, handles }, reload }: PartProps) {
  const endAll = async ({ reason }: { reason: string }) => {
    await api.call('POST /api/v1/admin/accounts/{account_id}/sessions/end', {
      path: { account_id },
      body: { reason },
    });
    notify('The sessions have ended.');
    await reload();
  };
  const isSignedIn = sessions.pages + sessions.extension + sessions.agents > 0;
  return (
    <Card title="Sessions and handles">
      <p>
        {counted(sessions.pages, 'session')} on the pages, {counted(sessions.extension, 'session')} of
        extensions, {counted(sessions.agents, 'agent')}.{' '}
        {isSignedIn && (
          <Action
            label="End the sessions"
            isDanger
            run={endAll}
            confirm={{
              title: 'End every session of this account?',
              text: 'Its people sign in again. Keys still work.',
              act: 'End them',
              needsReason: true,
            }}
          />
        )}
      </p>
      {handles.length === 0 ? (
        <Empty title="It has claimed nothing." />
      ) : (
        <Table
          items={handles}
          label="Handles"
          keyOf={({ kind, handle }) => `${kind} ${handle}`}
          columns={[
            { title: 'Handle', cell: ({ handle }) => <code style="overflow-wrap: anywhere">{handle}</code> },
            { title: 'What', cell: ({ kind }) => kinds[kind] },
            { title: 'Since', cell: ({ claimed_at }) => <Time at={claimed_at} /> },
            { title: 'Action', cell: (one) => <Release of={one} accountId={account_id} onDone={reload} /> },
          ]}
        />
      )}
    </Card>
  );
}

interface ReleaseProps {
  of: Handle;
  accountId: string;
  onDone: () => Promise<void>;
}

function Release({ of: { kind, handle }, accountId, onDone }: ReleaseProps) {
  const release = async ({ reason }: { reason: string }) => {
    await api.call('POST /api/v1/admin/accounts/{account_id}/handles/release', {
      path: { account_id: accountId },
      body: { kind, handle, reason },
    });
    notify('Another account can claim it now.');
    await onDone();
  };
  return (
    <Action
      label="Release"
      isDanger
      run={release}
      confirm={{
        title: `Release ${handle}?`,
        text: 'Another account can claim it from then on.',
        act: 'Release it',
        needsReason: true,
      }}
    />
  );
}
