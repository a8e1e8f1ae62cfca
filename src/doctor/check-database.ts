import type pg from 'pg';
import { manifest } from '#app/manifest.ts';
import { counted } from '#core/amounts.ts';
import type { Config } from '#core/environment.ts';
import { type Finding, fault, looked, ok, warning } from '#core/parts/health.ts';
import { databaseHealth } from '#domains/status/index.ts';
import { reachEmbedded } from '#platform/database/embedded/reach-embedded.ts';
import { FollowingClient } from '#platform/database/following-client.ts';
import { functionsRelease } from '#platform/database/functions-release.generated.ts';
import { lookAtMigrations } from '#platform/database/migrate.ts';
import { connectionConfig, kyselyOn, openPool } from '#platform/database/pools.ts';
import { terminalLog } from '#surfaces/cli/upkeep/embedded-only.ts';
import { checkPepper } from './check-pepper.ts';

/** The embedded database while the service runs or not, or the server in DATABASE_URL. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, POSTGRES_BIN: postgresBin } = config;
  if (databaseUrl) {
    const remedy = 'Start that server, or correct the host, port and database in DATABASE_URL.';
    const target = config.DATABASE_DIRECT_URL || databaseUrl;
    return inspect(config, target, 'The server of DATABASE_URL answers', remedy);
  }
  await using embedded = await reachEmbedded({ dataDir, postgresBin }, terminalLog);
  if (embedded === null) return [ok('database', 'There is no database yet; the first start creates it.')];
  const says = embedded.wasRunning
    ? 'The embedded database runs'
    : 'The embedded database was started for this check';
  // Awaited here: on leaving, the server that was started for this is stopped.
  return await inspect(
    config,
    embedded.asService,
    says,
    'The embedded database is starting or stopping. Run this again in a few seconds.',
  );
}

async function inspect(
  config: Config,
  target: pg.ClientConfig | string,
  says: string,
  unreachedRemedy: string,
): Promise<Finding[]> {
  const client = new FollowingClient(connectionConfig(target));
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    const remedy = code.startsWith('28') ? 'Correct the user and password in DATABASE_URL.' : unreachedRemedy;
    await client.end().catch(() => {});
    return [fault('database', `The database can't be reached: ${message || code}.`, remedy)];
  }
  try {
    const { rows } = await client.query('show transaction_read_only');
    if (rows[0].transaction_read_only === 'on') return [takesNoWrites];
    return [ok('database', `${says}.`), ...(await findings(client, config, target))];
  } finally {
    await client.end();
  }
}

const takesNoWrites = fault(
  'database',
  'The database takes no writes: it is a standby, or default_transaction_read_only is on.',
  'Let DATABASE_URL lead to the primary, or set default_transaction_read_only to off.',
);

/** The domains read their own tables, so these must be those of this release. */
async function findings(
  client: pg.Client,
  config: Config,
  target: pg.ClientConfig | string,
): Promise<Finding[]> {
  const pool = openPool(target, 1, terminalLog);
  const on = { db: kyselyOn(pool), now: () => new Date(), isCell: config.DIRECTORY_URL !== '' };
  try {
    const server = await looked('database', () => databaseHealth.look(on));
    const applied = await looked('migrations', () => migrations(client));
    const pepper = await looked('secrets', () => checkPepper(client, config));
    const found = [...server, ...applied, ...pepper];
    if (applied[0]?.state !== 'ok') return found;
    for (const check of manifest.health.filter((each) => each !== databaseHealth))
      found.push(...(await looked(check.id, () => check.look(on))));
    return found;
  } finally {
    await pool.end();
  }
}

/** A start would end where `lookAtMigrations` throws. */
async function migrations(client: pg.Client): Promise<Finding[]> {
  const { pending, newer } = await lookAtMigrations(client);
  const oldest = pending.findLast(({ oldestRelease }) => oldestRelease !== null)?.oldestRelease;
  const findings = [
    pending.length === 0
      ? ok('migrations', 'Every migration is applied.')
      : warning(
          'migrations',
          `${counted(pending.length, 'migration')} of this release ${pending.length === 1 ? 'waits' : 'wait'}, from ${pending[0]!.name}.`,
          `The next start applies them. Back up first.${oldest ? ` Stop every process of a release before ${oldest}: it would fail.` : ''}`,
        ),
  ];
  if (newer.length > 0)
    findings.push(
      warning(
        'migrations',
        `${counted(newer.length, 'migration')} of a newer release applied, from ${newer[0]}. This release still runs on that schema.`,
        'Finish the upgrade: run the newer release.',
      ),
    );
  const { rows } = await client.query(`select to_regclass('schema_function') is not null as is_there`);
  if (!rows[0].is_there) return findings;
  const { rows: releases } = await client.query(
    'select coalesce(max(release), 0)::int as release from schema_function',
  );
  return releases[0].release > functionsRelease.number
    ? [
        ...findings,
        warning(
          'migrations',
          'The SQL functions of the database are of a newer release.',
          'Run that release. This one works with them while you upgrade.',
        ),
      ]
    : findings;
}
