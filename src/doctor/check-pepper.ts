import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Config } from '#core/environment.ts';
import { type Finding, fault, ok } from '#core/parts/health.ts';
import { pepperCheckValue } from '#domains/suppression/index.ts';

/** Whether the suppression list was made with the pepper that a start would use. */
export async function checkPepper(client: pg.Client, config: Config): Promise<Finding[]> {
  const { rows: found } = await client.query(
    `select to_regclass('suppression_pepper') is not null as is_there`,
  );
  if (!found[0].is_there) return [];
  const { rows } = await client.query('select check_value from suppression_pepper');
  if (rows.length === 0) return [];
  const pepper = config.SUPPRESSION_PEPPER || (await storedPepper(config.DATA_DIR));
  return pepper && pepperCheckValue(pepper) === rows[0].check_value
    ? [ok('secrets', 'The suppression pepper fits the database.')]
    : [
        fault(
          'secrets',
          pepper
            ? 'The suppression pepper does not fit the database, so the service refuses to start.'
            : 'The database has a suppression list, and its pepper is missing.',
          'Set the SUPPRESSION_PEPPER that belongs to the database, or restore its secrets.json.',
        ),
      ];
}

async function storedPepper(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, 'secrets.json'), 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text).suppression_pepper;
  } catch {
    return undefined;
  }
}
