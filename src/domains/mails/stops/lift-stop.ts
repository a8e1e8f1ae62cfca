import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { keyOfStop, MailStop, stopReport } from './shapes.ts';
import { deleteStop } from './sql.ts';

export const liftStop = operation({
  id: 'mails.lift-stop',
  summary: 'Send mail to an address again',
  description:
    'Mails that were not sent in the meantime are lost. If the address refuses the next one, it is stopped again.',
  kind: 'command',
  doors: [admin('DELETE', '/api/v1/admin/mail-stops/{stop_id}')],
  roles: ['support'],
  input: Type.Object({ stop_id: Type.String({ maxLength: 100, description: 'The `id` of the stop.' }) }),
  example: { stop_id: 'stop_0f0c6d2c1d6f8d0e9a55b0f2f7f8f3a1' },
  output: MailStop,
  errors: ['not_found'],

  async run(ctx, { stop_id }) {
    const key = keyOfStop(stop_id);
    const stop = key && (await deleteStop(ctx.db, key));
    if (!stop)
      return ctx.fail('not_found', { detail: 'No such stop. `GET /api/v1/admin/mail-stops` lists them.' });
    ctx.audit('mail_stop.lifted', { before: stopReport(stop), after: null });
    return stopReport(stop);
  },
});
