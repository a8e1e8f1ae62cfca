import { dayMs } from '#core/clock.ts';
import type { Phase } from '#core/context.ts';
import { inBatches } from '#core/database/in-batches.ts';
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
  unclaimedToRemind,
} from './sql.ts';
import { mailOf } from './texts.ts';

/** Enqueues a mail to the buyer, once per purchase and kind, if the checkout named an address. */
export async function mailBuyer(
  { db, enqueue }: Pick<Phase, 'db' | 'enqueue'>,
  { id: purchase, notify_email }: Pick<Purchase, 'id' | 'notify_email'>,
  kind: MailKind,
): Promise<void> {
  if (notify_email === '') return;
  const mailbox = digestId('purchase mails', foldedMailbox(notify_email));
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
const isNeeded = (kind: MailKind, { is_claimed, is_granted, payment_id }: MailFacts): boolean =>
  kind === 'purchase_receipt' ? is_granted : !is_claimed && payment_id !== null;

const purchasesPerBatch = 200;

/** Reminds buyers once, a day after they paid for what no account has claimed. */
export const remindUnclaimed: Job = {
  id: 'billing.remind-unclaimed',
  schedule: '37 * * * *',
  async run({ phase, now }) {
    const aDayAgo = new Date(now().getTime() - dayMs);
    await inBatches(purchasesPerBatch, (limit) =>
      phase(async (inPhase) => {
        const purchases = await unclaimedToRemind(inPhase.db, aDayAgo, limit);
        for (const purchase of purchases) await mailBuyer(inPhase, purchase, 'purchase_waiting');
        return purchases.length;
      }),
    );
  },
};
