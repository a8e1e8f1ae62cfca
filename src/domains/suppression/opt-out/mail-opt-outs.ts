import type { Ports } from '#core/context.ts';
import type { Job, JobContext } from '#core/job.ts';
import { compose, deliverMail, MailSender } from '#domains/mails/index.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { optOutLimits } from '../rules.ts';
import { reviewWaitingAlerts } from './alerts.ts';
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
 * Sends a batch of pending mails. Mails that aren't accepted are retried by a later run. Their requests go to the operator in the
 * end.
 */
export const mailOptOuts: Job = {
  id: 'suppression.mail-opt-outs',
  sends: true,
  schedule: '* * * * *',
  async run(ctx) {
    const { db } = ctx.ports;
    if (ctx.ports.use(MailSender)) {
      await sendBatch(ctx);
      await assignUnmailedToOperator(db, before(ctx.now(), optOutLimits.unmailedMs), 'mail_not_taken');
    } else {
      await assignUnmailedToOperator(db, ctx.now(), 'no_mail_webhook');
    }
    await reviewWaitingAlerts(db);
  },
};

const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

async function sendBatch(ctx: JobContext): Promise<void> {
  const requests = await takeUnmailed(ctx.ports.db, ctx.now());
  for (let first = 0; first < requests.length; first += mailsAtATime) {
    await Promise.all(requests.slice(first, first + mailsAtATime).map((request) => send(ctx, request)));
  }
}

async function send(ctx: JobContext, request: UnmailedOptOut): Promise<void> {
  const { db, suppressionPepper } = ctx.ports;
  const mail = mailFor(ctx.ports, request, mailToken(suppressionPepper, request.id));
  const outcome = await deliverMail(ctx, mail);
  if (outcome === 'accepted') await markMailed(db, request.id, ctx.now());
  else if (outcome === 'refused' || outcome === 'address_refused' || outcome === 'stopped')
    await assignToOperator(db, request.id, 'mail_refused');
}

/** The mail doesn't reveal whether the address is known, because nothing looks that up. */
function mailFor(ports: Ports, { id, target, expires_at }: UnmailedOptOut, token: string): Mail {
  const publicUrl = ports.publicUrl();
  const link = `${publicUrl}/opt-out/confirm?${new URLSearchParams({ request_id: id, token })}`;
  const expiresAt = expires_at.toISOString();
  const message = compose(ports, {
    template: 'opt_out',
    values: { request_id: id, token, expires_at: expiresAt, confirm_url: link },
    subject: 'Confirm your opt-out',
    blocks: [
      `Someone asked ${publicUrl} not to share this email address.`,
      `If you want that, open this link before ${instantInWords(expiresAt)} and press the button:`,
      { link, label: 'Opt out' },
      'If you do not want that, ignore this mail. Nothing happens then.',
    ],
  });
  return { id, to: target, ...message };
}
