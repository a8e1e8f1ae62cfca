import { sql } from 'kysely';
import { dayMs, minuteMs } from '#core/clock.ts';
import type { Context } from '#core/context.ts';
import { deleteInBatches } from '#core/database/in-batches.ts';
import { newId } from '#core/ids.ts';
import type { Job, JobContext } from '#core/job.ts';
import { accountById } from '#domains/accounts/index.ts';
import { unsubscribeLink } from '../choices/unsubscribe-link.ts';
import { compose } from '../composing/compose.ts';
import type { Draft } from '../composing/layout.ts';
import { type DeliveryOutcome, deliverMail } from '../deliver-mail.ts';
import { MailSender } from '../ports.ts';
import type { MailType } from './mail-types.ts';
import { type DueMail, endMail, insertMail, takeDue } from './sql.ts';

interface MailAbout {
  account: number;
  type: MailType;
  draft: Draft;
  /** Default: the account's email. An account without one gets no mail. */
  to?: string;
  /** Default: empty. */
  about?: string;
}

/** Sends a mail about an account once this transaction has committed. Without a mail sender, nothing is stored. */
export async function mailAccount(
  { db, enqueue, ports, now }: Pick<Context, 'db' | 'enqueue' | 'ports' | 'now'>,
  { to: given, draft, account, type, about = '' }: MailAbout,
): Promise<void> {
  if (ports.use(MailSender) === null) return;
  const to = given ?? (await accountById(db, account))?.email;
  if (!to) return;
  const id = newId('mail');
  const message = compose(ports, draft, unsubscribeLink(ports, { id, type }));
  if (await insertMail(db, { id, account, type, about, to, message }, now())) enqueue(sendMail, { id });
}

/**
 * Sends a mail to a person who has no account, once this transaction has committed. Returns whether there is a mail sender. The address
 * and the words are deleted when the mail has ended, after three days at the latest.
 */
export async function mailPerson(
  { db, enqueue, ports, now }: Pick<Context, 'db' | 'enqueue' | 'ports' | 'now'>,
  to: string,
  draft: Draft,
): Promise<boolean> {
  if (ports.use(MailSender) === null) return false;
  const mail = { id: newId('mail'), account: null, type: 'person', about: '', to } as const;
  await insertMail(db, { ...mail, message: compose(ports, draft) }, now());
  enqueue(sendMail, { id: mail.id });
  return true;
}

/** A new mail, after the commit. */
export const sendMail: Job<{ id: string }> = {
  id: 'mails.send-mail',
  sends: true,
  atOnce: 4,
  async run(ctx, { id }) {
    const mail = await takeDue(ctx.ports.db, ctx.now(), id);
    if (mail) await send(ctx, mail);
  },
};

const atOnce = 4;
/** The next run continues. */
const runMs = 10 * minuteMs;

/** Later tries, and mails whose process was killed. */
export const sendDue: Job = {
  id: 'mails.send-due',
  sends: true,
  schedule: '* * * * *',
  async run(ctx) {
    const endsAt = ctx.now().getTime() + runMs;
    const sendAll = async () => {
      while (!ctx.signal.aborted && ctx.now().getTime() < endsAt) {
        const mail = await takeDue(ctx.ports.db, ctx.now());
        if (!mail) return;
        await send(ctx, mail);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, sendAll));
  },
};

const givesUpMs = 3 * dayMs;

/** All tries have the same id, so that a receiver can drop the repeat after a crash. */
async function send(ctx: JobContext, { id, recipient, message, queued_at, is_off }: DueMail): Promise<void> {
  const outcome = is_off ? 'not_wanted' : await deliverMail(ctx, { id, to: recipient, ...message });
  const isLate = ctx.now().getTime() >= queued_at.getTime() + givesUpMs;
  const end = ends[outcome] ?? (isLate ? 'gave_up' : null);
  if (end) await endMail(ctx.ports.db, id, end, ctx.now());
}

/** Null: it is tried again. */
const ends: Record<DeliveryOutcome | 'not_wanted', string | null> = {
  accepted: 'sent',
  refused: 'refused',
  address_refused: 'address_refused',
  stopped: 'stopped',
  not_wanted: 'not_wanted',
  no_mailer: 'no_mailer',
  deferred: null,
  unreachable: null,
};

const keptMs = 400 * dayMs;

/** A mail that is sent once isn't sent again until then. */
export const forgetMails: Job = {
  id: 'mails.forget-mails',
  schedule: '41 3 * * *',
  async run({ ports: { db }, now }) {
    const before = new Date(now().getTime() - keptMs);
    await deleteInBatches(db, 'account_mail', { where: sql`ended_at < ${before}`, oldestBy: 'ended_at' });
  },
};
