// The runner behind `npm test`. Arguments are files or parts of their paths: `npm test -- credits`.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { spec } from 'node:test/reporters';
import { openTestServer, serverVariable } from './support/database-server.ts';
import { addCounts, type Counts, none } from './support/runner/counts.ts';
import { groupsOf } from './support/runner/groups.ts';
import { usesServers } from './support/runner/loads.ts';
import { byNeeds } from './support/runner/needs.ts';
import { runGroup } from './support/runner/run-group.ts';

const root = join(import.meta.dirname, '..');

function chosenFiles(wanted: string[]): string[] {
  const all = globSync('{src,dev,test,scripts}/**/*.test.ts', { cwd: root }).sort();
  const files = process.env.TEST_ON_SERVERS ? all.filter(usesServers) : all;
  const patterns = wanted.map((text) => relative(root, join(process.cwd(), text)));
  const matches = (file: string) =>
    wanted.some((text, index) => file.includes(text) || file === patterns[index]);
  return wanted.length === 0 ? files : files.filter(matches);
}

/** Beyond one for each core: many tests wait, for a program to start or a page to be drawn. */
const processesAhead = 2;

async function runFiles(files: string[], interruption: AbortSignal): Promise<Counts> {
  let total = none;
  const report = new PassThrough({ objectMode: true });
  const reported = pipeline(report, new spec(), process.stdout, { end: false });
  const processes = availableParallelism() + processesAhead;
  const waiting = groupsOf(files, processes);
  const work = async () => {
    for (let group = waiting.shift(); group && !interruption.aborted; group = waiting.shift()) {
      const { counts, left } = await runGroup(group, { root, interruption, report });
      total = addCounts(total, counts);
      if (left.length > 0) waiting.unshift(left);
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  report.end();
  await reported;
  return total;
}

async function main(wanted: string[]): Promise<number> {
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort(new Error(`stopped by ${signal}`)));
  }
  const files = chosenFiles(wanted);
  if (files.length === 0) console.error(`No test file matches ${wanted.join(' ')}`);

  const { able, unable } = byNeeds(files);
  const counts = able.length > 0 ? await onServer(() => runFiles(able, interruption.signal)) : none;
  for (const [reason, left] of unable) console.log(`Skipped: ${left.join(', ')}. ${reason}`);
  console.log(inWords(counts, files.length - able.length));
  const { passed, failed } = counts;
  if (interruption.signal.aborted) return 130;
  return failed > 0 || passed === 0 ? 1 : 0;
}

function inWords({ passed, failed, skipped }: Counts, filesSkipped: number): string {
  const parts = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (filesSkipped > 0) parts.push(`${filesSkipped} files skipped`);
  return parts.join(', ');
}

/** With one server for all files. That it can't be had, or a migration fails, is a failure like any other. */
async function onServer(work: () => Promise<Counts>): Promise<Counts> {
  try {
    const { server, close } = await openTestServer();
    process.env[serverVariable] = JSON.stringify(server);
    return await work().finally(close);
  } catch (error) {
    console.error(error);
    return { ...none, failed: 1 };
  }
}

// Folders that tests make are entered by the account that runs the server.
process.umask(0o022);
// Compiled code, by the content of each file. The processes of the tests, and those that they start, share it.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
const directImports = `--import ${import.meta.resolve('./support/runner/direct-imports.ts')}`;
process.env.NODE_OPTIONS = [process.env.NODE_OPTIONS, directImports].filter(Boolean).join(' ');
process.exitCode = await main(process.argv.slice(2));
