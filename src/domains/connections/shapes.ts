import Type, { type Static } from 'typebox';
import { agentScopes } from '#core/access.ts';
import type { Db } from '#core/context.ts';
import { instant, instantOrNull, orNull, requiredText, text } from '#core/shapes.ts';
import { budgetsOf } from '#domains/credits/index.ts';
import { lastUsesOf } from '#domains/keys/index.ts';
import { hostOfRedirect } from './clients/redirect-uris.ts';
import { connectionStatuses, statusOf } from './rules.ts';
import type { ConnectionRow } from './sql.ts';

export const ConnectionId = requiredText(100, "The connection's `id`.", 'con_5kQv0rYx2LmT8aZc1BnW3d');

export const creditsPerDayMax = 1_000_000_000;

export const Scopes = Type.Array(Type.Enum([...agentScopes]), {
  maxItems: agentScopes.length,
  description:
    'Its scopes. `lookup`: look people up. `jobs`: run and read jobs. `usage`: read balance, budgets and usage.',
});

/** How an agent presents itself, and where it is. */
export const agentMembers = {
  name: text('The agent’s own name for itself.', 'Claude'),
  host: orNull(
    Type.String({ examples: ['claude.ai'] }),
    'The host that vouches for the name. Null: the agent registered itself, and the name is only what it says.',
  ),
  sends_to: orNull(
    Type.String({ examples: ['claude.ai'] }),
    'The host to which it is answered. Null: a program on a computer.',
  ),
};

const DailyBudget = Type.Object(
  {
    credits: Type.Integer({ description: 'The most that it may spend in a day.' }),
    spent: Type.Integer({ description: 'Credits spent today, or set aside for work in progress.' }),
    starts_again_at: instant('When the next day begins.'),
  },
  { title: 'DailyBudget' },
);

export const Connection = Type.Object(
  {
    id: text('Identifies the connection. It grants no access.', 'con_5kQv0rYx2LmT8aZc1BnW3d'),
    ...agentMembers,
    scopes: Scopes,
    status: Type.Enum([...connectionStatuses], {
      description:
        '`active`; `banned`, since it repeatedly exceeded the rate limit; `expired`, since it was not used for 30 days; `signed_out` by the ' +
        'agent; `revoked` on the pages or by an operator; `token_reused` or `code_reused`: two programs had the same one; `over_limit`: ' +
        'newer ones took its place; `locked`: the account was.',
    }),
    budget: orNull(DailyBudget, 'Null: it may spend what the account may.'),
    created_at: instant('When it was connected.'),
    last_used_at: instantOrNull('When a request last came by it, to the minute. Null if none has.'),
    expires_at: instant('When it ends unless it renews its tokens before.'),
    ended_at: instantOrNull('When it was ended.'),
  },
  { title: 'AgentConnection' },
);
export type Connection = Static<typeof Connection>;

/** Connections of one account, as they are answered. */
export async function connectionsOnWire(
  db: Db,
  account: number,
  rows: readonly ConnectionRow[],
  now: Date,
): Promise<Connection[]> {
  const budgets = await budgetsOf(db, account);
  const uses = await lastUsesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const budget = budgets.find(({ members, period }) => period === 'day' && members.includes(row.id));
    return {
      ...{ id: row.id, name: row.client_name, host: row.client_host },
      ...{ sends_to: hostOfRedirect(row.redirect_uri), scopes: row.scopes, status: statusOf(row, now) },
      budget: budget
        ? { credits: budget.credits, spent: budget.spent, starts_again_at: budget.ends_at! }
        : null,
      created_at: row.created_at,
      last_used_at: uses.get(row.id) ?? null,
      expires_at: row.expires_at,
      ended_at: row.ended_at ?? row.revoked_at,
    };
  });
}
