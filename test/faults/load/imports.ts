import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { personOf } from '../../cells/people.ts';
import { importedFrom } from './people.ts';
import { count, inLanesUntilOver, type LoadRun } from './run-of-load.ts';

/** An acknowledged import. */
export interface Imported {
  id: string;
  sha256: string;
  people: number[];
}

const pauseMs = 400;
const rowsMax = 200;

/** Files of new people, one after the other. A file without an answer is sent again with its hash. */
export async function importPeople(run: LoadRun, done: Imported[]): Promise<void> {
  const dice = run.dice('imports');
  let next = importedFrom;
  await inLanesUntilOver(run, 1, async () => {
    const people = Array.from({ length: 1 + dice.below(rowsMax) }, () => next++);
    const file = fileOf(people);
    const sha256 = createHash('sha256').update(file).digest('hex');
    const query = new URLSearchParams({ file_name: `people from ${people[0]}.csv`, sha256 });
    const path = `/api/v1/admin/directory/imports?${query}`;
    const { status, text } = await run.callers.insist({ path, body: file }, dice.below(8));
    const report = JSON.parse(text) as { id: string; accepted: number; status: string };
    if (status !== 200 || report.status !== 'completed' || report.accepted !== people.length)
      run.faults.push(`an import of ${people.length} people was answered ${status}: ${text.slice(0, 500)}`);
    else {
      done.push({ id: report.id, sha256, people });
      run.people.imported.push(...people);
      count(run, 'imports');
      count(run, 'imported rows', people.length);
    }
    await sleep(pauseMs);
  });
}

export const fileOf = (people: readonly number[]): string =>
  [
    'profile_url,full_name,email',
    ...people.map((number) => `${personOf(number).url},Person Number ${number},${personOf(number).email}`),
    '',
  ].join('\n');
