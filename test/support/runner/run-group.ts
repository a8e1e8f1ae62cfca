import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { addCounts, type Counts, countsOf, failedByItsTests, none } from './counts.ts';

const fileTimeoutMs = 900_000;
/** Loading modules makes much that is short-lived: with V8's first 1 MiB for it, a tenth of the time to load a service is collecting. */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64'];
const sharedProcess = join(import.meta.dirname, 'shared-process.ts');

interface Surroundings {
  root: string;
  interruption: AbortSignal;
  /** Takes the events of a file once it has ended. */
  report: Writable;
}

interface Outcome {
  counts: Counts;
  /** Files that did not run, because the process ended in an earlier one. */
  left: string[];
}

/** Runs files in one process. The file in which that process ends, or which takes too long, has failed. */
export async function runGroup(
  files: string[],
  { root, interruption, report }: Surroundings,
): Promise<Outcome> {
  const left = [...files];
  let counts = none;
  let events: TestEvent[] = [];
  let trouble: Error | null = null;
  const slow = new AbortController();
  const watch = setTimeout(() => slow.abort(), fileTimeoutMs);
  const finish = (last: TestEvent) => {
    events.push(last);
    counts = addCounts(counts, countsOf(events));
    for (const event of events) report.write(event);
    events = [];
    left.shift();
    watch.refresh();
  };

  const signal = AbortSignal.any([interruption, slow.signal]);
  for await (const event of run({ files: [sharedProcess], argv: files, execArgv, cwd: root, signal })) {
    const { type, data } = event as TestEvent;
    if (type === 'test:pass' && data.nesting === 0 && data.name === left[0]) {
      finish(events.some(isResult) ? { type, data } : failure(data.name, new Error('The file has no test')));
    } else if (type === 'test:fail' && data.nesting === 0 && data.name === left[0]) {
      finish({ type, data });
    } else if (type === 'test:fail' && data.nesting === 0) {
      if (!failedByItsTests(data.details.error)) trouble = data.details.error;
    } else if (isOfAFile(event as TestEvent)) events.push(event as TestEvent);
  }
  clearTimeout(watch);
  if (left.length > 0) trouble ??= new Error('The process ended before the file did');
  if (trouble) {
    events = withoutBegun(events);
    finish(failure(left[0] ?? `after ${files.join(', ')}`, trouble));
  }
  return { counts, left };
}

const isResult = ({ type }: TestEvent) => type === 'test:pass' || type === 'test:fail';

/** Without the tests that the end of the process cut off: the reporter expects a result for each start. */
function withoutBegun(events: TestEvent[]): TestEvent[] {
  const begun: TestEvent[] = [];
  for (const event of events) {
    if (event.type === 'test:start') begun.push(event);
    else if (isResult(event)) begun.pop();
  }
  return events.filter((event) => !begun.includes(event));
}

/** Not the totals of the process. */
const isOfAFile = ({ type, data }: TestEvent) =>
  type !== 'test:summary' &&
  !(type === 'test:diagnostic' && data.nesting === 0 && !/^Error/.test(data.message));

function failure(name: string, error: Error): TestEvent {
  const details = { duration_ms: 0, type: 'test' as const, error };
  return { type: 'test:fail', data: { name, nesting: 0, testNumber: 1, details } } as TestEvent;
}
