import type { Log, Ports } from '#core/context.ts';
import type { Job } from '#core/job.ts';
import type { Delivery, Mail, Mailer } from '#platform/mail/mailer.ts';
import { MailSender } from '../ports.ts';
import { optOutLimits } from '../rules.ts';
import { alertWebhookFailed, resolveWebhookFailed, reviewWaitingAlerts } from './alerts.ts';
import {
  assignToOperator,
  assignUnmailedToOperator,
  markMailed,
  takeUnmailed,
  type UnmailedOptOut,
} from './opt-outs.ts';
import { instantInWords } from './pages/parts.ts';
import { mailToken } from './proof.ts';

/** Small enough that each call gets its full time limit. */
const mailsAtATime = 4;

/**
 * Sends a batch of pending mails to the webhook. Mails it doesn't accept are retried by a later run. Their requests go to the
 * operator in the end.
 */
export const mailOptOuts: Job = {
  id: 'suppression.mail-opt-outs',
  sends: true,
  schedule: '* * * * *',
  async run({ ports, now, log }) {
    const { db } = ports;
    const mailer = ports.use(MailSender);
    if (mailer) {
      await sendBatch({ ports, mailer, now, log });
      await assignUnmailedToOperator(db, before(now(), optOutLimits.unmailedMs), 'mail_not_taken');
    } else {
      await assignUnmailedToOperator(db, now(), 'no_mail_webhook');
      await resolveWebhookFailed(db);
    }
    await reviewWaitingAlerts(db);
  },
};

const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

interface Sending {
  ports: Ports;
  mailer: Mailer;
  now(): Date;
  log: Log;
}

async function sendBatch(sending: Sending): Promise<void> {
  const { ports, now, log } = sending;
  let reason = '';
  const noteFault = (why: string) => {
    reason = why;
  };
  const requests = await takeUnmailed(ports.db, now());
  const deliveries: Delivery[] = [];
  for (let first = 0; first < requests.length; first += mailsAtATime) {
    const together = requests.slice(first, first + mailsAtATime);
    deliveries.push(...(await Promise.all(together.map((request) => send(sending, request, noteFault)))));
  }
  const failed = deliveries.filter((delivery) => delivery === 'unreachable').length;
  if (reason !== '')
    log.warn({ mails: requests.length, failed, reason }, 'the mail webhook did not accept every mail');
  if (failed > 0) await alertWebhookFailed(ports.db, { mails: failed, reason });
  else if (deliveries.length > 0) await resolveWebhookFailed(ports.db);
}

async function send(
  { ports, mailer, now }: Sending,
  request: UnmailedOptOut,
  noteFault: (why: string) => void,
): Promise<Delivery> {
  const { db, suppressionPepper, publicUrl } = ports;
  const mail = mailFor(request, mailToken(suppressionPepper, request.id), publicUrl());
  const delivery = await mailer.deliver(mail, noteFault);
  if (delivery === 'accepted') await markMailed(db, request.id, now());
  if (delivery === 'refused') await assignToOperator(db, request.id, 'mail_refused');
  return delivery;
}

/** The mail doesn't reveal whether the address is known, because nothing looks that up. */
function mailFor({ id, target, expires_at }: UnmailedOptOut, token: string, publicUrl: string): Mail {
  const values = {
    request_id: id,
    token,
    expires_at: expires_at.toISOString(),
    confirm_url: `${publicUrl}/opt-out/confirm?${new URLSearchParams({ request_id: id, token })}`,
  };
  return {
    id,
    to: target,
    template: 'opt_out',
    values,
    subject: 'Confirm your opt-out',
    text: [
      `Someone asked ${publicUrl} not to share this email address.`,
      '',
      `If you want that, open this link before ${instantInWords(values.expires_at)} and press the button:`,
      '',
      values.confirm_url,
      '',
      'If you do not want that, ignore this mail. Nothing happens then.',
    ].join('\n'),
  };
}
