import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { scopeWords } from '#web/app/views/connect/consent/scope-words.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import type { Column } from '#web/shared/lists/table.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { badgeOf } from '#web/shared/values/badge.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { None } from '#web/shared/values/none.tsx';
import { ConnectionLimit } from './connection-limit.tsx';

export type Connection = Answer<'GET /internal/connections/{account_id}'>['items'][number];

const Status = badgeOf<Connection['status']>({
  active: ['Active', 'good'],
  banned: ['Banned', 'bad'],
  expired: ['Expired', 'plain'],
  signed_out: ['Signed out', 'plain'],
  revoked: ['Ended', 'plain'],
  token_reused: ['Ended: its token was used twice', 'bad'],
  code_reused: ['Ended: its code was used twice', 'bad'],
  over_limit: ['Ended: more than 20', 'plain'],
  locked: ['Ended: account locked', 'bad'],
});

const isLive = ({ status }: Pick<Connection, 'status'>) => status === 'active' || status === 'banned';

/** Agents that signed in, each with what it may do and spend. */
export function Connections() {
  const connections = useListing('GET /internal/connections/{account_id}', { path: { account_id: me } });
  const [limited, limit] = useState<Connection | null>(null);
  const end = async ({ id, name }: Connection) => {
    const path = { account_id: me, connection_id: id };
    await api.call('POST /internal/connections/{account_id}/{connection_id}/revocation', { path });
    notify(`${name} is no longer connected.`);
    await connections.reload();
  };
  const saved = async () => {
    limit(null);
    await connections.reload();
  };
  const columns: Column<Connection>[] = [
    { title: 'Agent', cell: (connection) => <Who of={connection} /> },
    { title: 'Status', cell: ({ status }) => <Status of={status} /> },
    { title: 'It may', cell: ({ scopes }) => scopes.map((scope) => scopeWords[scope][0]).join(', ') },
    { title: 'Spent today', cell: (connection) => <Spent of={connection} />, isNamed: true },
    { title: 'Last used', cell: ({ last_used_at: at }) => (at ? <Ago at={at} /> : <None />), isNamed: true },
    {
      title: 'Action',
      cell: (connection) =>
        isLive(connection) && (
          <Actions of={connection} onLimit={() => limit(connection)} run={() => end(connection)} />
        ),
    },
  ];
  return (
    <Card title="Connected agents">
      <p class="small">
        Agents that signed in. Those that send a key are under <a href="/app/keys">API keys</a>. You can
        connect up to 20; another one ends the one that was renewed longest ago.
      </p>
      <Listing
        label="Connected agents"
        of={connections}
        columns={columns}
        keyOf={({ id }) => id}
        empty="No agents connected."
      />
      {limited && <ConnectionLimit of={limited} onSaved={saved} onClose={() => limit(null)} />}
    </Card>
  );
}

const Who = ({ of: { name, host, sends_to } }: { of: Connection }) => (
  <>
    {name} <span class="faint">{host ?? sends_to ?? 'on a computer'}</span>
  </>
);

function Spent({ of: { budget, ...connection } }: { of: Connection }) {
  if (!isLive(connection)) return <None />;
  return budget ? (
    <>
      {countOf(budget.spent)} of {countOf(budget.credits)}
    </>
  ) : (
    <span class="faint">No limit</span>
  );
}

interface ActionsProps {
  of: Connection;
  onLimit: () => void;
  run: () => Promise<void>;
}

const Actions = ({ of: { name }, onLimit, run }: ActionsProps) => (
  <span class="row">
    <button type="button" class="quiet" onClick={onLimit}>
      Limit
    </button>
    <Action
      label="End"
      isDanger
      run={run}
      confirm={{
        title: `End the connection of ${name}?`,
        text: 'The agent stops at once, and so do its jobs. To use it again, connect it again.',
        act: 'End the connection',
      }}
    />
  </span>
);
