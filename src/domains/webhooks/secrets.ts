import { hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** The secret that the pepper and a stored salt make. Neither the database nor a backup of it can tell it. */
export const secretOf = (pepper: string, salt: string): string =>
  `whsec_${Buffer.from(hkdfSync('sha256', pepper, salt, 'contactry webhook secret', 32)).toString('base64')}`;

export interface CurrentSecret {
  salt: string;
  createdAt: Date;
  /** Whether this call is the one that may show it. */
  isNew: boolean;
  /** Until when the secret before it signs too. */
  previousUntil: Date | null;
}

/** The account's secret, made if there is none. Marks it as shown when `shows` is set. */
export async function ensureSecret(
  db: Db,
  account: number,
  at: Date,
  shows: boolean,
): Promise<CurrentSecret> {
  await sql`
    insert into webhook_secret (account, created_at) values (${account}, ${at})
    on conflict (account) where retires_at is null do nothing`.execute(db);
  const { rows: shown } = await sql<{ salt: string }>`
    update webhook_secret set shown_at = ${at}
    where account = ${account} and retires_at is null and shown_at is null and ${shows}
    returning salt`.execute(db);
  const { rows } = await sql<Omit<CurrentSecret, 'isNew'>>`
    select salt, created_at as "createdAt", (
      select max(retires_at) from webhook_secret old where old.account = webhook_secret.account and old.retires_at > ${at}
    ) as "previousUntil"
    from webhook_secret where account = ${account} and retires_at is null`.execute(db);
  return { ...rows[0]!, isNew: shown.length > 0 };
}

/** Replaces the account's secret. A second rotation within the overlap ends the oldest one's time. */
export async function rotateSecret(
  db: Db,
  account: number,
  at: Date,
  overlapMs: number,
): Promise<CurrentSecret> {
  await sql`delete from webhook_secret where account = ${account} and retires_at is not null`.execute(db);
  await sql`
    update webhook_secret set retires_at = ${new Date(at.getTime() + overlapMs)}
    where account = ${account} and retires_at is null`.execute(db);
  return ensureSecret(db, account, at, true);
}

/** What signs a message now, the current one first. */
export async function signingSecrets(db: Db, pepper: string, account: number, at: Date): Promise<string[]> {
  const { rows } = await sql<{ salt: string }>`
    select salt from webhook_secret where account = ${account} and (retires_at is null or retires_at > ${at})
    order by retires_at desc nulls first`.execute(db);
  return rows.map(({ salt }) => secretOf(pepper, salt));
}
