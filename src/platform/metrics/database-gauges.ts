import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '#core/context.ts';

/** Since the last backup; of a database that has none, since it was created. */
export const backupAge = sql<number>`
  extract(epoch from clock_timestamp() - coalesce(
    (select max(at) from backup_made), (select min(applied_at) from schema_migration)
  ))::float8`;

export interface DatabaseKnown {
  db: Db;
  isHeld(): boolean;
}

/** Gauges read from the database, the same from every process. Without a database they have no value, and the others are served. */
export function addDatabaseGauges(registry: Registry, { db, isHeld }: DatabaseKnown): void {
  new Gauge({
    name: 'contactry_backup_age_seconds',
    help: 'Time since the last backup, or since the database was created if it has none.',
    registers: [registry],
    async collect() {
      this.reset();
      const found = await sql<{ age: number }>`select ${backupAge} as age`.execute(db).catch(() => null);
      if (found) this.set(found.rows[0]!.age);
    },
  });
  new Gauge({
    name: 'contactry_outgoing_held',
    help: '1 while outgoing messages are held, as on a restored copy.',
    registers: [registry],
    collect() {
      this.set(isHeld() ? 1 : 0);
    },
  });
}
