import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { hourMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { UsageCounts } from './shapes.ts';

const AllUsage = Type.Object({
  hours: Type.Integer(),
  since: Type.String({ format: 'date-time' }),
  totals: Type.Object({
    ...UsageCounts.properties,
    accounts: Type.Integer({ description: 'Accounts that called.' }),
  }),
  by_network: Type.Array(Type.Object({ network: Type.String(), ...UsageCounts.properties })),
  top_accounts: Type.Array(Type.Object({ account_id: Type.String(), ...UsageCounts.properties })),
  hourly: Type.Array(Type.Object({ hour: Type.String({ format: 'date-time' }), ...UsageCounts.properties })),
});

export const reportAllUsage = operation({
  id: 'usage.report-all-usage',
  summary: 'Report the usage of all accounts together',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/usage')],
  input: Type.Object({
    hours: Type.Integer({
      minimum: 1,
      maximum: 2160,
      default: 24,
      description: 'Length of the window back from now.',
    }),
  }),
  output: AllUsage,
  errors: [],

  async run(ctx, { hours }) {
    const since = new Date(ctx.now().getTime() - hours * hourMs);
    return { hours, since: since.toISOString(), ...(await usageSince(ctx.db, since)) };
  },
});

const counted = sql`
  count(*)::int as requests,
  count(*) filter (where status = 'completed')::int as completed,
  count(*) filter (where status = 'not_found')::int as not_found,
  coalesce(sum(credits), 0)::int as credits`;

type Parts = Omit<Static<typeof AllUsage>, 'hours' | 'since'>;

async function usageSince(db: Db, since: Date): Promise<Parts> {
  const [totals, networks, top, hourly] = await Promise.all([
    sql<Parts['totals']>`
      select ${counted}, count(distinct account)::int as accounts from usage_event where at >= ${since}`.execute(
      db,
    ),
    sql<Parts['by_network'][number]>`
      select network, ${counted} from usage_event where at >= ${since} group by network order by requests desc`.execute(
      db,
    ),
    sql<Parts['top_accounts'][number]>`
      select account.account_id, used.requests, used.completed, used.not_found, used.credits
      from (
        select account, ${counted} from usage_event where at >= ${since} group by account
        order by requests desc limit 20
      ) used join account on account.id = used.account
      order by used.requests desc`.execute(db),
    sql<{ hour: Date } & Static<typeof UsageCounts>>`
      select date_trunc('hour', at, 'UTC') as hour, ${counted} from usage_event where at >= ${since} group by 1 order by 1`.execute(
      db,
    ),
  ]);
  return {
    totals: totals.rows[0]!,
    by_network: networks.rows,
    top_accounts: top.rows,
    hourly: hourly.rows.map((row) => ({ ...row, hour: row.hour.toISOString() })),
  };
}
