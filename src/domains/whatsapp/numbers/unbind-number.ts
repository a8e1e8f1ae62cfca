import { Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { optionalText, requiredReason } from '#core/shapes.ts';
import { accountByAccountId, accountById, accountIdOrEmpty } from '#domains/accounts/index.ts';
import { handleOwners, releaseHandle } from '#domains/identity/index.ts';
import { maskedNumber } from '#values/masked.ts';
import { voidCode } from '../codes/sql.ts';
import { MaskedNumber, numberOrFail } from '../shapes.ts';
import { removeNumber, takeTurns } from './sql.ts';

const Unbound = Type.Object({
  account_id: Type.String(),
  whatsapp: MaskedNumber,
  was_verified: Type.Boolean({ description: 'Whether the account had verified the number.' }),
});

export const unbindNumber = operation({
  id: 'whatsapp.unbind-number',
  summary: 'Unbind a WhatsApp number from its account',
  description:
    'The number can then be verified by any account, and the account can verify another one. A code that waits is void.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/whatsapp/unbind')],
  roles: ['support'],
  input: Type.Object({
    account_id: Type.String({
      ...accountIdOrEmpty,
      default: '',
      description: 'The account. Or send `whatsapp`.',
    }),
    whatsapp: optionalText(
      250,
      'A verified number with its country code. Required when `account_id` is empty.',
    ),
    reason: requiredReason('For the audit log.'),
  }),
  example: { account_id: 'acme-42', reason: 'The customer has a new number' },
  output: Unbound,
  errors: ['not_found'],

  async run(ctx, { account_id, whatsapp, reason }) {
    const { account, number: named } = await whoseNumber(ctx, account_id, whatsapp.trim());
    await takeTurns(ctx.db, account.id);

    const removed = await removeNumber(ctx.db, account.id, named);
    const number = removed?.number ?? named;
    if (number === null) return failUnbound(ctx);
    await voidCode(ctx.db, account.id);
    const handle = { kind: 'whatsapp', value: number } as const;
    const [owner] = await handleOwners(ctx.db, [handle]);
    if (owner === account.id) await releaseHandle(ctx.db, handle);
    else if (!removed) return failUnbound(ctx);

    const wasVerified = removed?.verified_at != null;
    ctx.audit('whatsapp.unbound', {
      account_id: account.account_id,
      before: { whatsapp: maskedNumber(number), verified: wasVerified },
      after: null,
      reason,
    });
    return { account_id: account.account_id, whatsapp: maskedNumber(number), was_verified: wasVerified };
  },
});

const failUnbound = (ctx: Context<'not_found'>): never =>
  ctx.fail('not_found', { detail: 'No such number is bound to such an account.' });

/** `number` is null if the account was named. A number that was only recorded doesn't lead to an account: several may have it. */
async function whoseNumber(ctx: Context<'not_found'>, account_id: string, written: string) {
  if (!account_id && !written)
    return failField(['account_id'], 'Send an account_id or a whatsapp', 'missing');
  const number = written ? numberOrFail(written) : null;
  const owner = number && (await handleOwners(ctx.db, [{ kind: 'whatsapp', value: number }]))[0];
  const account = account_id
    ? await accountByAccountId(ctx.db, account_id)
    : owner && (await accountById(ctx.db, owner));
  return account ? { account, number } : failUnbound(ctx);
}
