import type { TestEvent } from 'node:test/reporters';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };

export const addCounts = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

/** Suites are not counted, unless one fails outside of its tests. A test with subtests counts too. */
export function countsOf(events: TestEvent[]): Counts {
  const counts = { ...none };
  for (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSuite = data.details.type === 'suite';
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped += isSuite ? 0 : 1;
    else if (type === 'test:pass') counts.passed += isSuite ? 0 : 1;
    else counts.failed += isSuite && failedByItsTests(data.details.error) ? 0 : 1;
  }
  return counts;
}

export const failedByItsTests = (error: Error) =>
  (error as { failureType?: string }).failureType === 'subtestsFailed';
