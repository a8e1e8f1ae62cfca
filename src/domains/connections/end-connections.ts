import { sql } from 'kysely';
import type { Context } from '#core/context.ts';
import { budgetsOf, lockCredits, removeBudgets } from '#domains/credits/index.ts';
import { updateKey } from '#domains/keys/index.ts';
import { AgentTokens } from './gate/agent-tokens.ts';
import type { EndReason } from './rules.ts';
import { liveConnectionsOf, markEnded } from './sql.ts';

type Ending = Pick<Context, 'db' | 'ports' | 'afterCommit'>;

/** Ends connections of an account: every process refuses their tokens within a second, and the statement that pays at once. */
export async function endConnections(
  ctx: Ending,
  { account, ids, because, at }: { account: number; ids: readonly string[]; because: EndReason; at: Date },
): Promise<void> {
  // In the order of their ids, and the credits last, as everywhere.
  for (const id of ids.toSorted()) {
    await markEnded(ctx.db, id, because, at);
    await updateKey(ctx, id, { revoked_at: sql<Date>`coalesce(revoked_at, clock_timestamp())` });
  }
  ctx.afterCommit(() => ctx.ports.use(AgentTokens).forgetConnections(ids));
  await lockCredits(ctx.db, account);
  const budgets = await budgetsOf(ctx.db, account);
  const theirs = budgets.filter(({ members }) => members.some((id) => ids.includes(id)));
  await removeBudgets(
    ctx.db,
    theirs.map(({ id }) => id),
  );
}

/** Ends every live connection of an account. Returns how many. */
export async function endConnectionsOf(ctx: Ending, account: number, at: Date): Promise<number> {
  const live = await liveConnectionsOf(ctx.db, account, at);
  const ids = live.map(({ id }) => id);
  if (ids.length > 0) await endConnections(ctx, { account, ids, because: 'revoked', at });
  return ids.length;
}
