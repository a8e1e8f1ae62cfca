import { unsubscribeLink } from '#domains/mails/choices/unsubscribe-link.ts';
import type { TestService } from './service.ts';

let links = 0;

/** The token of the link of a mail about a job, which was sent to the account. */
export async function givenStopLink(
  { database: { pool }, app: { kernel } }: TestService,
  accountId: string,
): Promise<string> {
  const id = `mail_linked${++links}`;
  await pool.query(
    `insert into account_mail (id, account, type, about, queued_at, due_at, ended_at, outcome)
     select $1, id, 'jobs', '', now(), now(), now(), 'sent' from account where account_id = $2`,
    [id, accountId],
  );
  return unsubscribeLink(kernel.ports, { id, type: 'jobs' })!.split('/').at(-1)!;
}
