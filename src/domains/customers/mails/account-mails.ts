import { sql } from 'kysely';
import type { Context, Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import type { Job } from '#core/job.ts';
import { MailSender } from '#domains/suppression/index.ts';
import type { Mail } from '#platform/mail/mailer.ts';

/** Enqueues a mail about an account. Without a mail sender, nothing is stored. */
export async function mailAboutAccount(
  { db, enqueue, ports, now }: Pick<Context, 'db' | 'enqueue' | 'ports' | 'now'>,
  account: number,
  { to, ...message }: Omit<Mail, 'id'>,
): Promise<void> {
  if (ports.use(MailSender) === null) return;
  const id = newId('mail');
  await db
    .insertInto('account_mail')
    .values({ id, account, recipient: to, message: sql`${JSON.stringify(message)}::jsonb`, queued_at: now() })
    .execute();
  enqueue(sendAccountMail, { id });
}

const forget = (db: Db, id: string) => db.deleteFrom('account_mail').where('id', '=', id).execute();

/** Sends a mail and deletes its row. A repeat after a crash has the same id, so that the sender can drop it. */
export const sendAccountMail: Job<{ id: string }> = {
  id: 'customers.send-account-mail',
  atOnce: 4,
  // The last try comes after about a day.
  retries: { limit: 10, delaySeconds: 90, backoff: true },
  async run({ ports, log }, { id }) {
    const { db } = ports;
    const mailer = ports.use(MailSender);
    const row = await db
      .selectFrom('account_mail')
      .select(['recipient', 'message'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row || !mailer) return;
    let reason = '';
    const message = row.message as Omit<Mail, 'id' | 'to'>;
    const delivery = await mailer.deliver({ id, to: row.recipient, ...message }, (why) => {
      reason = why;
    });
    if (delivery === 'unreachable') throw new Error(`the mail webhook did not accept a mail: ${reason}`);
    if (delivery === 'refused') log.warn({ mail: id, reason }, 'the mail webhook refused a mail');
    await forget(db, id);
  },
};
