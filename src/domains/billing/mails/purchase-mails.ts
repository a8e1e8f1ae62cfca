import type { Phase } from '#core/context.ts';
import { digestId } from '#core/ids.ts';
import type { Job } from '#core/job.ts';
import { MailSender } from '#domains/suppression/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import type { Purchase } from '../purchases.ts';
import {
  endMail,
  insertMail,
  type MailEnd,
  type MailFacts,
  type MailKind,
  mailFacts,
  takeMail,
} from './sql.ts';
import { mailOf } from './texts.ts';

/** Enqueues a mail to the buyer, once per purchase and kind, if the checkout named an address. */
export async function mailBuyer(
  { db, enqueue }: Pick<Phase, 'db' | 'enqueue'>,
  { id: purchase, notifyEmail }: Pick<Purchase, 'id' | 'notifyEmail'>,
  kind: MailKind,
): Promise<void> {
  if (notifyEmail === '') return;
  const mailbox = digestId('purchase mails', foldedMailbox(notifyEmail));
  if (await insertMail(db, { purchase, kind, mailbox })) enqueue(sendPurchaseMail, { purchase, kind });
}

/** Sends a mail through the operator's sender. A repeat after a crash has the same id, so that the sender can drop it. */
export const sendPurchaseMail: Job<{ purchase: string; kind: MailKind }> = {
  id: 'billing.send-purchase-mail',
  atOnce: 4,
  // The last try comes after about a day.
  retries: { limit: 10, delaySeconds: 90, backoff: true },
  async run({ ports, now, log, phase }, { purchase, kind }) {
    const { db, publicUrl } = ports;
    const mailer = ports.use(MailSender);
    const facts = await mailFacts(db, purchase, kind);
    if (!facts) return;
    const end = (outcome: MailEnd) => endMail(db, purchase, kind, outcome, now());
    if (!mailer) return end('no_mailer');
    if (!isNeeded(kind, facts)) return end('not_needed');
    if (!(await phase((inPhase) => takeMail(inPhase.db, purchase, kind, now())))) {
      log.warn({ purchase, kind }, 'a mailbox was sent too many mails about purchases; this one is left out');
      return end('too_many');
    }
    let reason = '';
    const delivery = await mailer.deliver(mailOf(purchase, kind, facts, publicUrl()), (why) => {
      reason = why;
    });
    if (delivery === 'unreachable') throw new Error(`the mail webhook did not accept a mail: ${reason}`);
    if (delivery === 'refused') log.warn({ purchase, kind, reason }, 'the mail webhook refused a mail');
    await end(delivery === 'accepted' ? 'sent' : 'refused');
  },
};

/** A purchase that has been claimed or refunded since needs no mail. */
const isNeeded = (kind: MailKind, { isClaimed, isGranted, paymentId }: MailFacts): boolean =>
  kind === 'purchase_receipt' ? isGranted : !isClaimed && paymentId !== null;
