import { Type } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, pageLimit, pageOf } from '#core/page.ts';
import { keyById } from '#domains/keys/index.ts';
import { CallSummary, summaryOf } from './shapes.ts';
import { callsOf } from './sql.ts';

export const listCalls = operation({
  id: 'calls.list-calls',
  summary: "List the last day's calls with an account's keys, newest first",
  description:
    'Has the newest 1,000 answered lookups, and the newest 1,000 calls that were refused or failed. Other calls that ' +
    'succeeded, rows of jobs and refused tool calls of agents are not in it. Filters are combined.',
  kind: 'query',
  share: 'reports',
  doors: [dashboard('GET', '/internal/calls/{account_id}')],
  account: 'required',
  input: Type.Object({
    status: Type.Optional(
      Type.Enum(['2xx', '4xx', '5xx'], { description: 'Only calls whose HTTP status is of this class.' }),
    ),
    key_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only calls with this key.' })),
    operation: Type.Optional(
      Type.String({ maxLength: 100, description: 'Only calls of this operation, such as `lookup.find`.' }),
    ),
    limit: pageLimit(200, 50),
    cursor: Type.Optional(
      Type.String({
        maxLength: 100,
        pattern: '^[0-9]{1,17}_[a-z]+_[0-9A-Za-z]+$',
        description: '`next_cursor` of the page before.',
      }),
    ),
  }),
  example: { account_id: 'acme-42', status: '4xx' },
  output: Type.Object({ items: Type.Array(CallSummary), next_cursor: NextCursor }),
  errors: ['not_found'],

  async run(ctx, { status, key_id, operation: called, limit, cursor }) {
    if (key_id && (await keyById(ctx.db, key_id))?.account !== ctx.account.id)
      return ctx.fail('not_found', { detail: 'The account has no key with this id.' });
    const filter = {
      status_class: status && Number(status[0]),
      key_id,
      operation: called,
      after: cursor === undefined ? undefined : placeIn(cursor),
    };
    const found = await callsOf(ctx.db, ctx.account.id, filter, limit + 1);
    const { rows, nextCursor } = pageOf(found, limit, ({ micros, id }) => `${micros}_${id}`);
    return { items: rows.map(summaryOf), next_cursor: nextCursor };
  },
});

function placeIn(cursor: string) {
  const end = cursor.indexOf('_');
  return { micros: Number(cursor.slice(0, end)), id: cursor.slice(end + 1) };
}
