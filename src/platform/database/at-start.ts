import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';
import { sqlFailure } from './sql-text.ts';

/**
 * Runs `at-start.sql` of each domain: one statement, safe to repeat, that readies the database for calls. It calls SQL
 * functions, so these are defined before. A table that stays in use ends no start: a job repeats the work.
 */
export async function runAtStart(client: pg.ClientBase, folder: string): Promise<void> {
  for (const file of globSync('*/at-start.sql', { cwd: folder }).sort()) {
    const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
    try {
      await client.query(sql);
    } catch (cause) {
      if (sqlStateOf(cause) !== sqlState.lockNotAvailable) throw sqlFailure(file, sql, cause);
    }
  }
}
