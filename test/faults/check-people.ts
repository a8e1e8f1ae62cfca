import { personOf } from '../cells/people.ts';
import type { TestDatabase } from '../support/database.ts';
import type { Account } from './load/accounts.ts';
import type { Imported } from './load/imports.ts';
import { type Kept, repeat } from './load/lookups.ts';
import type { LoadRun } from './load/run-of-load.ts';
import { type LastChange, shown } from './load/settings.ts';

/** Everyone who left is hidden on both processes. */
export async function faultsInOptOuts(run: LoadRun, { key }: Account): Promise<string[]> {
  const faults: string[] = [];
  for (const person of run.people.gone)
    for (const at of [0, 1]) {
      const { url, email } = personOf(person);
      const answer = await run.callers.insist({ path: '/api/v1/find', key, body: { profile_url: url } }, at);
      if (answer.status !== 200 || answer.text.includes(email))
        faults.push(`person ${person}, who left, is shown: ${answer.status} ${answer.text}`);
    }
  return faults;
}

/** Each acknowledged import is there once with its rows, and nothing else is. */
export async function faultsInImports(
  { pool }: TestDatabase,
  run: LoadRun,
  imported: readonly Imported[],
): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await pool.query<{ sha256: string; imports: number; accepted: number }>(
    `select encode(sha256, 'hex') as sha256, count(*)::int as imports, sum(accepted)::int as accepted
     from directory_import where sha256 is not null group by sha256`,
  );
  const kept = new Map(rows.map((row) => [row.sha256, row]));
  for (const { id, sha256, people } of imported) {
    const row = kept.get(sha256);
    if (row?.imports !== 1 || row.accepted !== people.length)
      faults.push(`import ${id} of ${people.length} people: ${JSON.stringify(row)}`);
  }
  const { rows: profiles } = await pool.query('select count(*)::int as profiles from directory_profile');
  const { first, leaving, imported: added } = run.people;
  const all = first + added.length;
  if (profiles[0].profiles > all || profiles[0].profiles < all - leaving.size)
    faults.push(
      `${all} people were imported and ${leaving.size} left, but there are ${profiles[0].profiles}`,
    );
  return faults;
}

export async function faultsInSettings(run: LoadRun, last: LastChange): Promise<string[]> {
  const read = await Promise.all([0, 1].map((at) => shown(run, at)));
  return read
    .filter(({ version, value }) => version !== last.version || value !== last.value)
    .map(
      (now) => `the last acknowledged setting is ${JSON.stringify(last)}, but it is ${JSON.stringify(now)}`,
    );
}

/** Some calls of the whole run once more. */
export async function repeatSome(run: LoadRun, kept: readonly Kept[]): Promise<void> {
  for (const [at, one] of kept.entries()) await repeat(run, one, at);
}
