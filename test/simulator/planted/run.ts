// `npm run simulate:planted`: whether the simulator finds the bugs of bugs.ts. See docs/guide/contributing.md.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inLanes } from '../../payments/lanes.ts';
import { runApart } from '../run-apart.ts';
import { type Bug, bugs, plant } from './bugs.ts';

const project = join(import.meta.dirname, '../../..');
const leftOut = /\/(node_modules|\.git|\.data)$/;
const neededMin = 38;

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    /** How many run side by side. */
    lanes: { type: 'string', default: '2' },
    /** How many to leave out, to continue after an interruption. */
    skip: { type: 'string', default: '0' },
    /** Part of a name. */
    only: { type: 'string', default: '' },
  },
});

const simulated = ['--seed', values.seed, '--operations', values.operations];

/** The first fault that the simulator finds in a copy of the project, or null. */
async function faultIn(copy: string, given: readonly string[] = simulated): Promise<string | null> {
  const { isRight, operations, faults, errors } = await runApart(given, copy);
  if (isRight) return null;
  const fault = faults[0] ?? /^\w*Error.*$/m.exec(errors)?.[0] ?? errors;
  return `${operations || 'some'} operations: ${fault.slice(0, 150)}`;
}

async function foundIn(copy: string, bug: Bug): Promise<string | null> {
  const file = join(copy, 'src', bug.file);
  const right = await readFile(file, 'utf8');
  await writeFile(file, plant(bug, right));
  const fault = await faultIn(copy);
  await writeFile(file, right);
  return fault;
}

await using folders = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'contactry-planted-'));
folders.defer(() => rm(folder, { recursive: true }));
const copies: string[] = [];
for (let lane = 0; lane < Number(values.lanes); lane += 1) {
  const copy = join(folder, String(lane));
  await cp(project, copy, { recursive: true, filter: (path) => !leftOut.test(path) });
  await symlink(join(project, 'node_modules'), join(copy, 'node_modules'));
  copies.push(copy);
}
// Without a bug nothing may be found, or every bug would be.
const unplanted = await faultIn(copies[0]!, ['--operations', '300']);
if (unplanted) throw new Error(`the project as it is fails: ${unplanted}`);
const chosen = bugs.slice(Number(values.skip)).filter(({ name }) => name.includes(values.only));
let found = 0;
await inLanes(copies.length, chosen, async (bug) => {
  const copy = copies.pop()!;
  const fault = await foundIn(copy, bug);
  copies.push(copy);
  if (fault) found += 1;
  console.log(`${fault ? 'found ' : 'MISSED'} ${bug.name}${fault ? `\n       ${fault}` : ''}`);
});
console.log(
  `${found} of ${chosen.length} planted bugs were found, each within ${values.operations} operations`,
);
process.exitCode = found >= Math.min(neededMin, chosen.length) ? 0 : 1;
