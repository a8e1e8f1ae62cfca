import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import Type, { type Static } from 'typebox';
import { functionsRelease } from '#platform/database/functions-release.generated.ts';
import { withClient } from '#platform/database/pools.ts';
import { CommandFailed } from '#surfaces/cli/command-failed.ts';

const project = join(import.meta.dirname, '../..');

/** The first entry of a backup: the facts that decide whether the rest can be used. */
export const BackupFacts = Type.Object({
  format: Type.Integer(),
  made_at: Type.String(),
  contactry: Type.String(),
  postgresql: Type.String({
    description: "The server's version, for example `18.4`. Another major version can't read the files.",
  }),
  platform: Type.String({ description: 'Such as `linux-x64`: the files depend on it.' }),
  functions_release: Type.Integer(),
  migrations: Type.Array(Type.String(), { description: 'The migrations that the database has.' }),
  secrets: Type.Array(Type.String(), {
    description: 'The names of the secrets inside. Empty if the backup was made without them.',
  }),
});
export type BackupFacts = Static<typeof BackupFacts>;

/** The folder of our own entries, beside those of the cluster. */
export const ownFolderName = 'contactry';
export const factsName = `${ownFolderName}/backup.json`;
export const manifestName = `${ownFolderName}/backup_manifest`;

/** Reads what the running database says about itself. */
export async function factsOf(
  service: pg.ClientConfig,
  { secrets, now }: { secrets: string[]; now: Date },
): Promise<BackupFacts> {
  const rows = await asked<{ version: string; release: number; migrations: string[] }>(
    service,
    `select current_setting('server_version') as version,
       (select coalesce(max(release), 0) from schema_function) as release,
       (select coalesce(array_agg(name order by name), '{}') from schema_migration) as migrations`,
  );
  const { version, release, migrations } = rows[0]!;
  return {
    format: 1,
    made_at: now.toISOString(),
    contactry: await ownVersion(),
    postgresql: version.split(' ')[0]!,
    platform: ownPlatform,
    functions_release: release,
    migrations,
    secrets,
  };
}

/** For the alarm about the age of the last backup. */
export const noteBackup = (service: pg.ClientConfig): Promise<unknown> =>
  asked(service, 'insert into backup_made default values');

const asked = <Row extends pg.QueryResultRow>(service: pg.ClientConfig, statement: string): Promise<Row[]> =>
  withClient(service, async (client) => (await client.query<Row>(statement)).rows);

const ownPlatform = `${process.platform}-${process.arch}`;

async function ownVersion(): Promise<string> {
  return (JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Refuses a backup that this program, on this machine, can't bring back. `version` is that of the embedded server. */
export async function refuseForeign(facts: BackupFacts, version: string): Promise<void> {
  const known = new Set(await readdir(join(project, 'migrations')));
  const unknown = facts.migrations.find((name) => !known.has(name));
  if (facts.format !== 1 || unknown || facts.functions_release > functionsRelease.number) {
    throw new CommandFailed(
      `The backup was made by a newer release of Contactry (${facts.contactry}${unknown ? `, with migration ${unknown}` : ''}). ` +
        'Restore it with that release or a newer one.',
    );
  }
  if (facts.platform !== ownPlatform) {
    throw new CommandFailed(
      `The backup was made on ${facts.platform}, and this machine is ${ownPlatform}. PostgreSQL's files depend on that. ` +
        `Restore it on a ${facts.platform} machine. To move the data, use pg_dump there and pg_restore here (docs/guide/backup.md).`,
    );
  }
  const [theirs, ours] = [facts.postgresql, version].map((each) => each.split('.')[0]);
  if (theirs !== ours) {
    throw new CommandFailed(
      `The backup holds a cluster of PostgreSQL ${theirs}, but this release runs ${ours}. Restore it with the release that made it.`,
    );
  }
}
