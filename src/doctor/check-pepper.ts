import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#core/environment.ts';
import { pepperCheckValue } from '#domains/suppression/index.ts';
import { hasTable } from '#platform/database/migrate.ts';
import { type Finding, fault, ok } from './finding.ts';

/** Whether the suppression list was made with the pepper that a start would use. */
export async function checkPepper(client: pg.Client, config: Config): Promise<Finding | Finding[]> {
  if (!(await hasTable(client, 'suppression_pepper'))) return [];
  const { rows } = await client.query('select check_value from suppression_pepper');
  if (rows.length === 0) return [];
  const pepper = config.SUPPRESSION_PEPPER || (await storedPepper(config.DATA_DIR));
  if (pepper && pepperCheckValue(pepper) === rows[0].check_value)
    return ok('secrets', 'The suppression pepper fits the database.');
  const says = pepper
    ? 'The suppression pepper does not fit the database, so the service refuses to start.'
    : 'The database has a suppression list, and its pepper is missing.';
  const remedy = 'Set the SUPPRESSION_PEPPER that belongs to the database, or restore its secrets.json.';
  return fault('secrets', says, remedy);
}

async function storedPepper(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text).suppression_pepper;
  } catch {
    return undefined;
  }
}
