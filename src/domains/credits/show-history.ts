import Type from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NextCursor, NumberCursor, pageLimit, pageOf } from '#core/page.ts';
import { Movement } from './shapes.ts';
import { type Entry, historyOf } from './sql/history.ts';

export const showHistory = operation({
  id: 'credits.show-history',
  summary: 'List every grant and spend of an account, newest first',
  kind: 'query',
  doors: [dashboard('GET', '/internal/billing/history/{account_id}')],
  account: 'required',
  input: Type.Object({ limit: pageLimit(1000, 100), cursor: NumberCursor }),
  output: Type.Object({
    account_id: Type.String(),
    items: Type.Array(Movement),
    next_cursor: NextCursor,
  }),
  errors: ['not_found'],

  async run(ctx, { limit, cursor }) {
    const before = cursor === undefined ? undefined : Number(cursor);
    const found = await historyOf(ctx.db, ctx.account.id, { limit: limit + 1, before });
    const { rows, nextCursor } = pageOf(found, limit, ({ id }) => String(id));
    return { account_id: ctx.account.accountId, items: rows.map(movementOf), next_cursor: nextCursor };
  },
});

const movementOf = ({ id, at, kind, credits, change, balanceAfter, reason, lot }: Entry): Movement => ({
  id,
  at: at.toISOString(),
  kind,
  credits,
  change,
  balance_after: balanceAfter,
  reason,
  lot: {
    id: lot.id,
    source: lot.source,
    reference: lot.sourceRef,
    expires_at: lot.expiresAt?.toISOString() ?? null,
  },
});
