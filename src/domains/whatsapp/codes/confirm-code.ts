import { Type } from 'typebox';
import type { Db } from '#core/context.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { claimHandles, refuseLocked } from '#domains/identity/index.ts';
import { codeDigest } from '../code.ts';
import { storeNumber, takeTurns, whatsappOf } from '../numbers/sql.ts';
import { CodeInput, NumberInput, NumberStatus, numberOrFail, statusReport } from '../shapes.ts';
import { tryCode } from './sql.ts';

export const confirmCode = operation({
  id: 'whatsapp.confirm-code',
  summary: 'Check the code, and bind the number to the account',
  description:
    'A code works once, for the account and the number it was sent for, within 10 minutes and five tries. A number belongs to one ' +
    'account. Only an operator can unbind it.',
  kind: 'process',
  doors: [dashboard('POST', '/internal/identity/whatsapp/confirm')],
  input: Type.Object({ whatsapp: NumberInput, code: CodeInput }),
  example: { whatsapp: '+447700900123', code: '123456' },
  output: NumberStatus,
  errors: ['account_locked', 'code_wrong', 'code_ended', 'handle_taken', 'number_already_verified'],
  account: 'required',
  // Stored answers keep a hash of what was sent, from which a code of six digits could be found.
  idempotency: 'none',

  async run(ctx, { whatsapp, code }) {
    const number = numberOrFail(whatsapp);
    await refuseLocked(ctx, { whatsapp: number });
    const [now, account] = [ctx.now(), ctx.account.id];
    const digest = codeDigest(ctx.ports.suppressionPepper, { account, number, code });

    // A wrong try must be counted, so it commits before it is refused.
    const bound = await ctx.phase(({ db }) => bindByCode(db, { account, number, digest, now }));

    if (bound.outcome === 'wrong')
      return ctx.fail('code_wrong', { members: { tries_left: bound.triesLeft } });
    if (bound.outcome === 'ended') return ctx.fail('code_ended');
    if (bound.outcome === 'verified') return ctx.fail('number_already_verified');
    if (bound.outcome === 'taken') {
      return ctx.fail('handle_taken', {
        detail: 'This WhatsApp number belongs to another account.',
        members: { handles: ['whatsapp'] },
      });
    }
    const { whatsapp_required: required } = ctx.ports.settings.current();
    return statusReport(await whatsappOf(ctx.db, account, now), required);
  },
});

/** That a number is taken is only disclosed to a person who has proved that they have it. */
async function bindByCode(db: Db, given: { account: number; number: string; digest: Buffer; now: Date }) {
  const { account, number, now } = given;
  await takeTurns(db, account);
  const { state } = await whatsappOf(db, account, now);
  if (state === 'verified') return { outcome: 'verified' as const };
  const tried = await tryCode(db, given);
  if (tried.outcome !== 'right') return tried;
  const taken = await claimHandles(db, account, [{ kind: 'whatsapp', value: number }]);
  if (taken.length > 0) return { outcome: 'taken' as const };
  await storeNumber(db, { account, number, at: now, isVerified: true });
  return { outcome: 'bound' as const };
}
