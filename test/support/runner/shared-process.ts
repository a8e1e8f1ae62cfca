// Runs test files one after the other, each as a suite with the file's name, whose hooks are the suite's.
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endAll } from './at-end.ts';

let spentBefore: [number, number] = [0, 0];

for (const file of process.argv.slice(2)) {
  await suite(file, async () => {
    await import(pathToFileURL(join(process.cwd(), file)).href);
  });
  await reported();
  noteCosts(file);
}
await endAll();
noteCosts('after the last file');

/** The next file may end the process; what is known of this one is out by then. */
async function reported(): Promise<void> {
  await new Promise((done) => setImmediate(done));
  await new Promise((done) => process.stdout.write('', done));
}

/** Adds a line to the file that `TEST_COSTS` names: hundredths of a second of this process, of the programs it started, and the file. */
function noteCosts(file: string): void {
  if (!process.env.TEST_COSTS) return;
  const spent = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ').slice(11, 15).map(Number);
  const [own, started] = [spent[0]! + spent[1]!, spent[2]! + spent[3]!];
  appendFileSync(process.env.TEST_COSTS, `${own - spentBefore[0]}\t${started - spentBefore[1]}\t${file}\n`);
  spentBefore = [own, started];
}
