import { Type } from 'typebox';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { refuseLocked } from '#domains/identity/index.ts';
import { NumberInput, numberOrFail, RecordedNumber, statusReport } from '../shapes.ts';
import { storeNumber, takeTurns, whatsappOf } from './sql.ts';

export const recordNumber = operation({
  id: 'whatsapp.record-number',
  summary: 'Record a WhatsApp number without a code',
  description:
    'Works only while the setting `whatsapp_required` is off. The number is not verified and not reserved: another account may ' +
    'record it too, or verify it.',
  kind: 'command',
  doors: [dashboard('POST', '/internal/identity/whatsapp/pending')],
  input: Type.Object({ whatsapp: NumberInput }),
  example: { whatsapp: '+447700900123' },
  output: RecordedNumber,
  errors: ['account_locked', 'number_already_verified', 'whatsapp_required'],
  account: 'required',

  async run(ctx, { whatsapp }) {
    const number = numberOrFail(whatsapp);
    await refuseLocked(ctx, { whatsapp: number });
    const { whatsapp_required: required } = ctx.ports.settings.current();
    if (required) return ctx.fail('whatsapp_required');

    const [account, now] = [ctx.account.id, ctx.now()];
    await takeTurns(ctx.db, account);
    const before = await whatsappOf(ctx.db, account, now);
    if (before.state === 'recorded' && before.number === number) return statusReport(before, required);
    const isStored = await storeNumber(ctx.db, { account, number, at: now, isVerified: false });
    if (!isStored) return ctx.fail('number_already_verified');
    return statusReport(await whatsappOf(ctx.db, account, now), required);
  },
});
