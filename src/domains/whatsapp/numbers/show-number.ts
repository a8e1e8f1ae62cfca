import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { NumberStatus, statusReport } from '../shapes.ts';
import { whatsappOf } from './sql.ts';

export const showNumber = operation({
  id: 'whatsapp.show-number',
  summary: "Get the state of the account's WhatsApp number",
  kind: 'query',
  doors: [dashboard('POST', '/internal/identity/whatsapp/status')],
  output: NumberStatus,
  account: 'required',

  async run(ctx) {
    const known = await whatsappOf(ctx.db, ctx.account.id, ctx.now());
    return statusReport(known, ctx.ports.settings.current().whatsapp_required);
  },
});
