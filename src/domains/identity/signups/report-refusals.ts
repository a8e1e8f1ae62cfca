import Type, { type Static } from 'typebox';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import { rowsOf } from '#core/database/statement.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { text } from '#core/shapes.ts';
import { signals } from './rules.ts';

const RefusalDay = Type.Object(
  {
    date: text('YYYY-MM-DD, UTC.', '2026-11-20'),
    allowed: Type.Integer({ description: 'Sign-ups that were asked for and allowed.' }),
    refused: Type.Integer({ description: 'Sign-ups that were asked for and refused.' }),
    signals: Type.Record(Type.String(), Type.Integer(), {
      description: `How often each signal spoke against one: \`${signals.join('`, `')}\`.`,
    }),
    heartbeats_locked: Type.Integer({ description: 'Heartbeats of sessions that a lock refused.' }),
    heartbeats_elsewhere: Type.Integer({
      description:
        'Heartbeats that were refused because another session of the account was live at another address.',
    }),
  },
  { title: 'RefusalDay' },
);

export const reportRefusals = operation({
  id: 'identity.report-refusals',
  summary: 'Count refused sign-ups and refused heartbeats by day, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/abuse/days')],
  input: Type.Object({
    days: Type.Integer({ minimum: 1, maximum: 90, default: 30, description: 'How many days, with today.' }),
  }),
  output: Type.Object({ items: Type.Array(RefusalDay, { maxItems: 90 }) }),

  async run(ctx, { days }) {
    return { items: await refusalsSince(ctx.db, new Date(ctx.now().getTime() - (days - 1) * dayMs)) };
  },
});

/** Days without a sign-up and without a refused heartbeat are missing. */
async function refusalsSince(db: Db, since: Date): Promise<Static<typeof RefusalDay>[]> {
  const day = since.toISOString().slice(0, 10);
  return rowsOf<Static<typeof RefusalDay>>(db)`
    with attempt as (
      select (at at time zone 'UTC')::date as day, code, signals from identity_attempt
      where step = 'vet' and at >= ${day}::date at time zone 'UTC'
    ),
    total as (
      select day, count(*) filter (where code is null) as allowed, count(code) as refused from attempt group by day
    ),
    by_signal as (
      select day, jsonb_object_agg(signal, times) as signals from (
        select day, signal, count(*) as times from attempt cross join unnest(signals) as signal group by day, signal
      ) as counted group by day
    ),
    heartbeat as (
      select day, sum(heartbeats) filter (where reason = 'locked') as locked,
        sum(heartbeats) filter (where reason = 'elsewhere') as elsewhere
      from identity_refused_heartbeats where day >= ${day}::date group by day
    )
    select to_char(coalesce(total.day, heartbeat.day), 'YYYY-MM-DD') as date, coalesce(allowed, 0)::integer as allowed,
      coalesce(refused, 0)::integer as refused, coalesce(signals, '{}') as signals,
      coalesce(locked, 0)::integer as heartbeats_locked, coalesce(elsewhere, 0)::integer as heartbeats_elsewhere
    from total full join heartbeat on heartbeat.day = total.day left join by_signal on by_signal.day = total.day
    order by 1 desc`;
}
