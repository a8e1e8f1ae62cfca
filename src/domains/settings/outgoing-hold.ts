import { type Selectable, sql } from 'kysely';
import Type from 'typebox';
import type { Db, Log } from '#core/context.ts';
import { oneOf, variable } from '#core/environment.ts';
import { setting } from '#core/parts/setting.ts';
import { port } from '#core/ports.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import type { DatabaseHomeTable } from '#platform/database/rows.generated.ts';
import { insertVersion, lockSettings, storedSettings } from './sql.ts';

/** While true, nothing may be sent: this may be a copy, and the original may still run. */
export const IsOutgoingHeld = port<() => boolean>('is-outgoing-held');

export const outgoingSettings = {
  outgoing_held: setting(Type.Boolean(), {
    default: false,
    unit: null,
    doc: 'Whether webhooks, mails, WhatsApp messages, calls to the payment provider, refunds, bulk jobs and requests to sources wait. The service sets it when it starts on a restored copy of its database.',
    effect: 'Within a few seconds.',
  }),
};

export const outgoingVariables = {
  OUTGOING: variable(
    '`held` sends nothing, regardless of the setting `outgoing_held`. For the first start on a copy of the database.',
    'on' as const,
    oneOf('on', 'held'),
  ),
};

export const heldAlert = { kind: 'outgoing_held', subject: 'database' } as const;

/** Holds everything that leaves the service, until an operator changes the setting. */
export async function holdOutgoing(
  db: Db,
  { reason, actor }: { reason: string; actor: string },
): Promise<void> {
  await lockSettings(db);
  const { version, values } = await storedSettings(db);
  if (values.outgoing_held === true) return;
  const before = { outgoing_held: false };
  await insertVersion(db, { version: version + 1, changes: { outgoing_held: true }, before, reason, actor });
  await raiseAlert(db, { ...heldAlert, details: { reason } });
}

type Home = Omit<Selectable<DatabaseHomeTable>, 'is_only'>;

/** `was_recovered`: the server was started to end at a point in time. Null if the server doesn't let us ask. */
async function homeNow(db: Db): Promise<(Home & { was_recovered: boolean }) | null> {
  const { rows } = await sql<Home & { was_recovered: boolean }>`
    select (select system_identifier::text from pg_control_system()) as system_identifier,
      (select oid from pg_database where datname = current_database()) as database_oid,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
      exists (
        select from pg_settings where name like 'recovery\\_target%' and name not in (
          'recovery_target_action', 'recovery_target_inclusive', 'recovery_target_timeline') and setting <> ''
      ) as was_recovered`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows[0] ?? null;
}

/**
 * Holds outgoing messages when the database is a copy: on another server, under another name on the same one, or recovered to
 * a point in time. A standby that took over is the same database.
 */
export async function holdIfCopied(pool: Db, log: Log): Promise<void> {
  const now = await homeNow(pool);
  if (!now) return;
  const { system_identifier, database_oid, timeline } = now;
  await pool.transaction().execute(async (db) => {
    await lockSettings(db);
    const { rows } = await sql<Home>`select * from database_home`.execute(db);
    const known = rows[0];
    const isSame = known?.system_identifier === system_identifier && known.database_oid === database_oid;
    if (isSame && known.timeline === timeline) return;
    await sql`
      insert into database_home (system_identifier, database_oid, timeline)
      values (${system_identifier}, ${database_oid}, ${timeline})
      on conflict (is_only) do update set system_identifier = excluded.system_identifier,
        database_oid = excluded.database_oid, timeline = excluded.timeline`.execute(db);
    if (!known || (isSame && !now.was_recovered)) return;
    const reason = isSame
      ? 'The database was recovered to a point in time.'
      : 'The database was restored or moved: it is not where the service last ran.';
    await holdOutgoing(db, { reason, actor: 'system' });
    log.warn({ reason }, 'outgoing messages are held');
  });
}
