import Type, { type Static } from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { instant, orNull } from '#core/shapes.ts';
import { accountIdOrEmpty } from '#domains/accounts/index.ts';
import { type AuditEntry, entriesWhere } from './entries.ts';

const only = (maxLength: number, description: string) => Type.String({ maxLength, default: '', description });
const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

const Entry = Type.Object(
  {
    id: Type.String(),
    at: instant('When it happened.'),
    actor: Type.String({
      description:
        'The operator, from `x-ops-actor`. Else who called, such as `internal` or `system:` and a job.',
    }),
    action: Type.String({ description: 'The event.' }),
    operation: Type.String({ description: 'The operation or job that did it.' }),
    account_id: orNull(Type.String(), 'The account it happened to. Null if it concerns no single account.'),
    before: Type.Unknown({
      description: 'State before the change. Null if there was nothing, or nothing is kept.',
    }),
    after: Type.Unknown({ description: 'The same as it became. Null if nothing is left.' }),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'The rest, such as the reason.' }),
    request_id: Type.String({ description: 'The `X-Request-Id` of the request, which the log has too.' }),
  },
  {
    examples: [
      {
        id: '4711',
        at: '2026-11-20T09:30:00.000Z',
        actor: 'mira',
        action: 'account.rate_set',
        operation: 'accounts.set-account-rate',
        account_id: 'acme-42',
        before: { rate_limit_per_min: null },
        after: { rate_limit_per_min: 120 },
        details: { message: 'Agreed by phone' },
        request_id: 'f5bbc5a9-2d4f-4e04-82a0-f843b7aac286',
      },
    ],
  },
);

export const listEntries = operation({
  id: 'audit.list-entries',
  summary: 'List who changed what, newest first',
  description:
    'Every command of an operator leaves an entry in the transaction that carries it out. Filters are combined. Entries ' +
    'contain no secrets and no contact values; a locked email or number is masked.',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/audit')],
  input: Type.Object({
    actor: only(200, 'Only what this actor did.'),
    action: only(
      200,
      'Only this action, such as `key.changed`, or this operation, such as `keys.change-key`.',
    ),
    account_id: Type.String({
      ...accountIdOrEmpty,
      default: '',
      description: 'Only what concerns this account.',
    }),
    from: Moment('Only entries at this time or later.'),
    to: Moment('Only entries before this time.'),
    limit: pageLimit(1000, 100),
    cursor: NumberCursor,
  }),
  output: Type.Object({ items: Type.Array(Entry), next_cursor: NextCursor }),
  errors: [],

  async run(ctx, { actor, action, account_id: accountId, from, to, limit, cursor }) {
    const found = await entriesWhere(ctx.db, {
      actor,
      action,
      accountId,
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
      before: cursor === undefined ? undefined : Number(cursor),
      limit: limit + 1,
    });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { items: rows.map(entryOnWire), next_cursor: nextCursor };
  },
});

function entryOnWire({
  id,
  at,
  actor,
  operation,
  event,
  requestId,
  details,
}: AuditEntry): Static<typeof Entry> {
  const { account_id: accountId, before = null, after = null, ...rest } = details;
  return {
    id: String(id),
    at: at.toISOString(),
    actor,
    action: event,
    operation,
    account_id: typeof accountId === 'string' ? accountId : null,
    before,
    after,
    details: rest,
    request_id: requestId,
  };
}
