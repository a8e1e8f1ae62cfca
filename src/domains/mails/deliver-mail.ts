import type { Log, Ports } from '#core/context.ts';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import type { Delivery, Mail } from '#platform/mail/mailer.ts';
import { MailSender } from './ports.ts';
import { insertStop, stopKey, stopOf } from './stops/sql.ts';

const failed = { kind: 'mail_webhook_failed', subject: 'mails' } as const;

/** `stopped`: not sent, because the address is on the list of stops. `no_mailer`: nothing is configured that could send it. */
export type DeliveryOutcome = Delivery | 'stopped' | 'no_mailer';

/** Sends a mail now, outside of any transaction. Never throws because of the mail. The alert is open while no mail can be sent. */
export async function deliverMail(
  { ports, log, now }: { ports: Ports; log: Log; now(): Date },
  mail: Mail,
): Promise<DeliveryOutcome> {
  const { db } = ports;
  const mailer = ports.use(MailSender);
  if (!mailer) return 'no_mailer';
  const key = stopKey(ports, mail.to);
  if (await stopOf(db, key)) return 'stopped';
  let reason = '';
  const delivery = await mailer.deliver(mail, (why) => {
    reason = why;
  });
  if (delivery !== 'accepted') log.warn({ mail: mail.id, delivery, reason }, 'a mail was not accepted');
  if (delivery === 'address_refused')
    await insertStop(db, { key, address: mail.to, cause: 'refused', reason, stopped_at: now() });
  if (delivery === 'unreachable') await raiseAlert(db, { ...failed, details: { reason } });
  else if (delivery !== 'deferred') await resolveAlert(db, failed);
  return delivery;
}
