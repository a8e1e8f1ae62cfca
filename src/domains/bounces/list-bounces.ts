import Type from 'typebox';
import { rowsOf } from '#core/database/statement.ts';
import { dashboard, liveKey } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { lookupIdOf } from '#domains/lookup/index.ts';
import { Report } from './shapes.ts';

export const listBounces = operation({
  id: 'bounces.list-bounces',
  summary: 'List the emails that were reported as bounced, newest first',
  description: 'The email itself is not kept. `lookup_id` names the lookup that it came from.',
  kind: 'query',
  share: 'reports',
  doors: [liveKey('GET', '/api/v1/bounces'), dashboard('GET', '/internal/bounces/{account_id}')],
  account: 'required',
  input: Type.Object({
    limit: pageLimit(200, 50),
    cursor: Type.Optional(
      Type.String({
        pattern: '^[0-9]{1,17}_[0-9a-f-]{36}$',
        description: '`next_cursor` of the page before.',
      }),
    ),
  }),
  output: Type.Object({ items: Type.Array(Report), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { limit, cursor }) {
    const [micros, after] = cursor?.split('_') ?? [null, null];
    const found = await rowsOf<Row>(ctx.db)`
      select key, op_key, reported_at, coalesce(outcome, 'checking') as outcome, ended_at,
        (extract(epoch from reported_at) * 1000000)::bigint::text as micros
      from bounce_report
      where account = ${ctx.account.id} and (${micros}::bigint is null
        or (reported_at, key) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${after}::uuid))
      order by reported_at desc, key desc limit ${limit + 1}`;
    const { rows, nextCursor } = pageOf(found, limit, (row) => `${row.micros}_${row.key}`);
    const items = rows.map(({ op_key, reported_at, outcome, ended_at }) => ({
      lookup_id: lookupIdOf(op_key),
      ...{ reported_at, outcome, ended_at },
    }));
    return { items, next_cursor: nextCursor };
  },
});

interface Row {
  key: string;
  op_key: string;
  reported_at: Date;
  outcome: (typeof Report)['properties']['outcome'] extends { enum: (infer Word)[] } ? Word : never;
  ended_at: Date | null;
  micros: string;
}
