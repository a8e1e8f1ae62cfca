import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { orderIn } from '#core/database/statement.ts';
import { instant, orNull } from '#core/shapes.ts';
import { accountIdOrEmpty } from '#domains/accounts/index.ts';

export const Entry = Type.Object(
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
    account_email: orNull(Type.String(), 'The email of that account now.'),
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
        account_email: 'leela@acme.example.com',
        before: { rate_limit_per_min: null },
        after: { rate_limit_per_min: 120 },
        details: { message: 'Agreed by phone' },
        request_id: 'f5bbc5a9-2d4f-4e04-82a0-f843b7aac286',
      },
    ],
  },
);
export type Entry = Static<typeof Entry>;

const only = (maxLength: number, description: string) => Type.String({ maxLength, default: '', description });
const Moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const EntryFilter = Type.Object({
  actor: only(200, 'Only what this actor did.'),
  action: only(200, 'Only this action, such as `key.changed`, or this operation, such as `keys.change-key`.'),
  account_id: Type.String({
    ...accountIdOrEmpty,
    default: '',
    description: 'Only what concerns this account.',
  }),
  email: only(320, 'Only what concerns the account with this email.'),
  from: Moment('Only entries at this time or later.'),
  to: Moment('Only entries before this time.'),
});

interface EntryPage extends Static<typeof EntryFilter> {
  order: 'newest' | 'oldest';
  /** The last entry of the page before. */
  cursor?: string | undefined;
  limit: number;
}

export async function entriesWhere(
  db: Db,
  { actor, action, account_id, email, from, to, order, cursor, limit }: EntryPage,
): Promise<Entry[]> {
  const { after, direction } = orderIn(order);
  const conditions = [sql`true`];
  if (actor) conditions.push(sql`actor = ${actor}`);
  if (action) conditions.push(sql`(event = ${action} or operation = ${action})`);
  if (account_id) conditions.push(sql`details ->> 'account_id' = ${account_id}`);
  if (email.trim())
    conditions.push(
      sql`details ->> 'account_id' = (select account_id from account where email = ${email.trim().toLowerCase()})`,
    );
  if (from) conditions.push(sql`at >= ${new Date(from)}`);
  if (to) conditions.push(sql`at < ${new Date(to)}`);
  if (cursor !== undefined) {
    conditions.push(
      sql`(at, audit_entry.id) ${after} (select last.at, last.id from audit_entry as last where last.id = ${cursor})`,
    );
  }
  const { rows } = await sql<Entry>`
    select audit_entry.id::text as id, at, actor, event as action, operation, details ->> 'account_id' as account_id,
      (select email from account where account.account_id = audit_entry.details ->> 'account_id') as account_email,
      details -> 'before' as before, details -> 'after' as after,
      details - '{account_id,before,after}'::text[] as details, request_id
    from audit_entry
    where ${sql.join(conditions, sql` and `)}
    order by at ${direction}, audit_entry.id ${direction}
    limit ${limit}`.execute(db);
  return rows;
}
