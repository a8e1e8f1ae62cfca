// The runner behind `npm test`. Arguments are files or parts of their paths: `npm test -- credits`.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { spec, type TestEvent } from 'node:test/reporters';
import { openTestServer, serverVariable } from './support/database-server.ts';

const root = join(import.meta.dirname, '..');
const fileTimeoutMs = 300_000;

function chosenFiles(wanted: string[]): string[] {
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts'], {
    cwd: root,
  }).sort();
  const patterns = wanted.map((text) => relative(root, join(process.cwd(), text)));
  const matches = (file: string) =>
    wanted.some((text, index) => file.includes(text) || file === patterns[index]);
  return (wanted.length === 0 ? files : files.filter(matches)).map((file) => join(root, file));
}

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Suites only hold tests and are not counted, unless one fails by itself. */
function count(events: TestEvent[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSuite = data.details.type === 'suite';
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped += isSuite ? 0 : 1;
    else if (type === 'test:pass') counts.passed += isSuite ? 0 : 1;
    else counts.failed += isSuite && failedByItsTests(data.details.error) ? 0 : 1;
  }
  return counts;
}

const failedByItsTests = (error: Error) =>
  (error as { failureType?: string }).failureType === 'subtestsFailed';

/** Each file is a program of its own, ended when it takes too long. */
async function runFile(file: string, interruption: AbortSignal): Promise<TestEvent[]> {
  const signal = AbortSignal.any([interruption, AbortSignal.timeout(fileTimeoutMs)]);
  const events: TestEvent[] = [];
  for await (const event of run({ files: [file], signal, cwd: root })) {
    const { type, data } = event as TestEvent;
    const isOfRun = type === 'test:summary' || (type === 'test:diagnostic' && data.nesting === 0);
    if (!isOfRun) events.push(type === 'test:pass' && data.name === file ? silent(data) : event);
  }
  return events;
}

/** A file that told of no test stands for itself: it has none, or it ended before its first result. */
function silent(data: Extract<TestEvent, { type: 'test:pass' }>['data']): TestEvent {
  const error = new Error('The file ended without having run a test');
  return { type: 'test:fail', data: { ...data, details: { ...data.details, error } } } as TestEvent;
}

async function runFiles(files: string[], interruption: AbortSignal): Promise<Counts> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 };
  const report = new PassThrough({ objectMode: true });
  const reported = pipeline(report, new spec(), process.stdout, { end: false });
  const waiting = [...files];
  const work = async () => {
    for (let file = waiting.shift(); file && !interruption.aborted; file = waiting.shift()) {
      const events = await runFile(file, interruption);
      for (const event of events) report.write(event);
      const { passed, failed, skipped } = count(events);
      total.passed += passed;
      total.failed += failed;
      total.skipped += skipped;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
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

  const { passed, failed, skipped } = await onServer(() => runFiles(files, interruption.signal));
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
  if (interruption.signal.aborted) return 130;
  return failed > 0 || passed === 0 ? 1 : 0;
}

/** With one server for all files. That it can't be had, or a migration fails, is a failure like any other. */
async function onServer(work: () => Promise<Counts>): Promise<Counts> {
  try {
    const { server, close } = await openTestServer();
    process.env[serverVariable] = JSON.stringify(server);
    return await work().finally(close);
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

// Folders that tests make are entered by the account that runs the server.
process.umask(0o022);
process.exitCode = await main(process.argv.slice(2));
