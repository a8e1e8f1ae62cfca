import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import type { AlertKind } from './alert-words.ts';

/** A problem the service detected that an operator should look at. */
export interface Alert {
  /** Its words are in `alert-words.ts`. */
  kind: AlertKind;
  /** The thing concerned, such as a key's id. At most one alert per kind and subject is open at a time. */
  subject: string;
  /** Must not contain secrets, codes or contact values. */
  details: Record<string, unknown>;
}

/** Opens an alert. If one is already open, counts it there and updates its details. */
export async function raiseAlert(db: Db, { kind, subject, details }: Alert): Promise<void> {
  await sql`
    insert into operator_alert (kind, subject, details)
    values (${kind}, ${subject}, ${JSON.stringify(details)}::jsonb)
    on conflict (kind, subject) where resolved_at is null do update
    set details = excluded.details, times = operator_alert.times + 1, last_at = clock_timestamp()`.execute(
    db,
  );
}

/** The open alerts of one kind, oldest first. */
export async function openAlerts(db: Db, kind: string): Promise<(Omit<Alert, 'kind'> & { at: Date })[]> {
  const { rows } = await sql<Omit<Alert, 'kind'> & { at: Date }>`
    select at, subject, details from operator_alert
    where kind = ${kind} and resolved_at is null
    order by at, id`.execute(db);
  return rows;
}

/** Whether an alert of the kind is open. */
export async function isAlertOpen(db: Db, kind: string): Promise<boolean> {
  // In the order of the index: a planner that expects an early match may otherwise read every closed alert before it.
  const { rows } = await sql`
    select from operator_alert where kind = ${kind} and resolved_at is null order by kind, subject limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** The number of open alerts of each kind. */
export async function countOpenAlerts(db: Db): Promise<{ kind: string; open: number }[]> {
  const { rows } = await sql<{ kind: string; open: number }>`
    select kind, count(*)::integer as open from operator_alert where resolved_at is null group by kind`.execute(
    db,
  );
  return rows;
}

/** Closes an alert whose cause is gone. Does nothing when none is open. */
export const resolveAlert = (db: Db, { kind, subject }: Pick<Alert, 'kind' | 'subject'>): Promise<void> =>
  resolveAlerts(db, { kind, subjects: [subject] });

/** The same for several subjects. */
export async function resolveAlerts(
  db: Db,
  { kind, subjects }: { kind: string; subjects: readonly string[] },
): Promise<void> {
  await sql`
    update operator_alert set resolved_at = clock_timestamp()
    where kind = ${kind} and subject = any(${subjects}::text[]) and resolved_at is null`.execute(db);
}
