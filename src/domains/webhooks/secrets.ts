import { hkdfSync } from 'node:crypto';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';

/** Derived from the pepper and a stored salt, so neither the database nor a backup of it discloses the secret. */
export const secretOf = (pepper: string, salt: string): string =>
  `whsec_${Buffer.from(hkdfSync('sha256', pepper, salt, 'contactry webhook secret', 32)).toString('base64')}`;

export const WebhookSecret = Type.Object({
  secret: orNull(
    Type.String({ examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'] }),
    'Verifies the messages you receive. Shown once, then null.',
  ),
  created_at: instant('When it was made.'),
  previous_until: instantOrNull(
    'Until then, messages are also signed with the previous secret. Null if there is none.',
  ),
});
export const OverlapHours = Type.Integer({
  minimum: 0,
  maximum: 168,
  default: 24,
  description: 'The previous secret signs too for this long. Set 0 if it has leaked.',
});

type WebhookSecret = Static<typeof WebhookSecret>;

/** Makes the account's secret if there is none. */
export async function ensureSecret(db: Db, account: number, at: Date): Promise<void> {
  await sql`
    insert into webhook_secret (account, created_at) values (${account}, ${at})
    on conflict (account) where retires_at is null do nothing`.execute(db);
}

/** The account's secret, made if there is none, and marked as shown. */
export async function showSecret(db: Db, pepper: string, account: number, at: Date): Promise<WebhookSecret> {
  await ensureSecret(db, account, at);
  const { rows: shown } = await sql<{ salt: string }>`
    update webhook_secret set shown_at = ${at}
    where account = ${account} and retires_at is null and shown_at is null
    returning salt`.execute(db);
  const { rows } = await sql<Omit<WebhookSecret, 'secret'>>`
    select created_at, (
      select max(retires_at) from webhook_secret old where old.account = webhook_secret.account and old.retires_at > ${at}
    ) as previous_until
    from webhook_secret where account = ${account} and retires_at is null`.execute(db);
  return { secret: shown[0] ? secretOf(pepper, shown[0].salt) : null, ...rows[0]! };
}

/** Replaces the account's secret. A second rotation within the overlap ends the oldest one's time. */
export async function rotateSecret(db: Db, account: number, at: Date, overlapMs: number): Promise<void> {
  await sql`delete from webhook_secret where account = ${account} and retires_at is not null`.execute(db);
  await sql`
    update webhook_secret set retires_at = ${new Date(at.getTime() + overlapMs)}
    where account = ${account} and retires_at is null`.execute(db);
}

/** Secrets that sign a message now, the current one first: those of its endpoint, else those of its account. */
export async function signingSecrets(
  db: Db,
  pepper: string,
  { account, endpoint }: { account: number; endpoint: string | null },
  at: Date,
): Promise<string[]> {
  const ofEndpoint = sql<{ salt: string }>`
    select salt from (
      select salt, 1 as place from webhook_endpoint where id = ${endpoint}
      union all
      select previous_salt, 2 from webhook_endpoint where id = ${endpoint} and previous_until > ${at}
    ) as signing order by place`;
  const ofAccount = sql<{ salt: string }>`
    select salt from webhook_secret where account = ${account} and (retires_at is null or retires_at > ${at})
    order by retires_at desc nulls first`;
  const { rows } = await (endpoint === null ? ofAccount : ofEndpoint).execute(db);
  return rows.map(({ salt }) => secretOf(pepper, salt));
}
