import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { requiredReason, requiredText } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { MailStop, stopReport } from './shapes.ts';
import { insertStop, stopKey, stopOf } from './sql.ts';

export const stopAddress = operation({
  id: 'mails.stop-address',
  summary: 'Send no more mail to an address',
  description:
    'For mails that came back later, and for people who ask for it. An address that your mail server refuses is stopped automatically. ' +
    'A stopped address gets no mail at all, receipts included. An earlier stop stays as it is.',
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/mail-stops')],
  roles: ['support'],
  input: Type.Object({
    email: requiredText(320, 'The address.', 'asha@asha.example.com'),
    cause: Type.Enum(['bounced', 'operator'], {
      default: 'operator',
      description: '`bounced`: a mail came back.',
    }),
    reason: requiredReason('For the audit log and the list.'),
  }),
  example: { email: 'asha@asha.example.com', cause: 'bounced', reason: 'Mailbox does not exist' },
  output: MailStop,

  async run(ctx, { email, cause, reason }) {
    const address = readEmail(['email'], email);
    const key = stopKey(ctx.ports, address);
    const before = await stopOf(ctx.db, key);
    await insertStop(ctx.db, { key, address, cause, reason, stopped_at: ctx.now() });
    const stop = stopReport((await stopOf(ctx.db, key))!);
    ctx.audit('mail_stop.created', { before: before && stopReport(before), after: stop, reason });
    return stop;
  },
});
