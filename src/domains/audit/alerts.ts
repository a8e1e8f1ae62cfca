import { sql } from 'kysely';
import type { Db } from '#core/context.ts';

/** Something the service noticed by itself and an operator should look at. */
export interface Alert {
  /** What happened, such as `ledger_mismatch`. */
  kind: string;
  /** What it happened to, such as a key's id. One alert per kind and subject stays open at a time. */
  subject: string;
  /** Never a secret, a code or a contact value. */
  details: Record<string, unknown>;
}

/** Opens an alert. One that is open already keeps its time and gets the newest details. */
export async function raiseAlert(db: Db, { kind, subject, details }: Alert): Promise<void> {
  await sql`
    insert into operator_alert (kind, subject, details)
    values (${kind}, ${subject}, ${JSON.stringify(details)}::jsonb)
    on conflict (kind, subject) where resolved_at is null do update set details = excluded.details`.execute(
    db,
  );
}

/** Alerts of one kind that are open, oldest first. */
export async function openAlerts(db: Db, kind: string): Promise<(Omit<Alert, 'kind'> & { at: Date })[]> {
  const { rows } = await sql<Omit<Alert, 'kind'> & { at: Date }>`
    select at, subject, details from operator_alert
    where kind = ${kind} and resolved_at is null
    order by at, id`.execute(db);
  return rows;
}

/** How many alerts of each kind are open. */
export async function countOpenAlerts(db: Db): Promise<{ kind: string; open: number }[]> {
  const { rows } = await sql<{ kind: string; open: number }>`
    select kind, count(*)::integer as open from operator_alert where resolved_at is null group by kind`.execute(
    db,
  );
  return rows;
}

/** Closes an alert whose cause is gone; without effect when none is open. */
export async function resolveAlert(
  db: Db,
  { kind, subject }: Pick<Alert, 'kind' | 'subject'>,
): Promise<void> {
  await sql`
    update operator_alert set resolved_at = clock_timestamp()
    where kind = ${kind} and subject = ${subject} and resolved_at is null`.execute(db);
}
