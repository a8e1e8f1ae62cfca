import { dayMs } from '#core/clock.ts';
import type { Phase } from '#core/context.ts';
import { inBatches } from '#core/database/in-batches.ts';
import { digestId } from '#core/ids.ts';
import type { Job } from '#core/job.ts';
import { deliverMail, MailSender } from '#domains/mails/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import type { Purchase } from '../purchases.ts';
import {
  addressFor,
  endMail,
  insertMail,
  type MailEnd,
  type MailFacts,
  type MailKey,
  type MailKind,
  mailFacts,
  takeMail,
  unclaimedToRemind,
} from './sql.ts';
import { mailOf } from './texts.ts';

/**
 * Enqueues a mail to the buyer, once per purchase and kind, if the checkout named an address. A mail about money that went back, which
 * `about` names in the payment ledger, goes to the address of the account if the checkout named none.
 */
export async function mailBuyer(
  { db, enqueue }: Pick<Phase, 'db' | 'enqueue'>,
  { id: purchase, notify_email }: Pick<Purchase, 'id' | 'notify_email'>,
  kind: MailKind,
  about = '',
): Promise<void> {
  const address = about === '' ? notify_email : await addressFor(db, purchase);
  if (address === '') return;
  const mailbox = digestId('purchase mails', foldedMailbox(address));
  const mail = { purchase, kind, about };
  if (await insertMail(db, { ...mail, mailbox })) enqueue(sendPurchaseMail, mail);
}

/** Sends a mail through the operator's sender. A repeat after a crash has the same id, so that the sender can drop it. */
export const sendPurchaseMail: Job<MailKey> = {
  id: 'billing.send-purchase-mail',
  sends: true,
  atOnce: 4,
  // The last try comes after about a day.
  retries: { limit: 10, delaySeconds: 90, backoff: true },
  async run(ctx, mail) {
    const { now, log, phase } = ctx;
    const { purchase, kind } = mail;
    const { db } = ctx.ports;
    const facts = await mailFacts(db, mail);
    if (!facts) return;
    const end = (outcome: MailEnd) => endMail(db, mail, outcome, now());
    if (!ctx.ports.use(MailSender)) return end('no_mailer');
    if (!isNeeded(kind, facts)) return end('not_needed');
    if (!(await phase((inPhase) => takeMail(inPhase.db, mail, now())))) {
      log.warn({ purchase, kind }, 'a mailbox was sent too many mails about purchases; this one is left out');
      return end('too_many');
    }
    const outcome = await deliverMail(ctx, mailOf(ctx.ports, mail, facts));
    if (outcome === 'unreachable' || outcome === 'deferred') throw new Error('the mail was not accepted');
    const isRefused = outcome === 'address_refused' || outcome === 'stopped';
    await end(outcome === 'accepted' ? 'sent' : isRefused ? 'refused' : outcome);
  },
};

/** A purchase that has been claimed or refunded since needs no mail, but the one about the refund. */
const isNeeded = (kind: MailKind, { is_claimed, is_granted, payment_id }: MailFacts): boolean => {
  if (kind === 'purchase_refund') return true;
  return kind === 'purchase_receipt' ? is_granted : !is_claimed && payment_id !== null;
};

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
