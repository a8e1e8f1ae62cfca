// Runs test files one after the other, each as a suite with the file's name, whose hooks are the suite's.
import { join } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endAll } from './at-end.ts';

for (const file of process.argv.slice(2)) {
  await suite(file, async () => {
    await import(pathToFileURL(join(process.cwd(), file)).href);
  });
  await reported();
}
await endAll();

/** The next file may end the process; what is known of this one is out by then. */
async function reported(): Promise<void> {
  await new Promise((done) => setImmediate(done));
  await new Promise((done) => process.stdout.write('', done));
}
