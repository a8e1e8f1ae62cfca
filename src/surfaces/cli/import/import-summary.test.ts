import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ImportReport, summaryText } from './import-summary.ts';

const report: ImportReport = {
  id: 'imp_1',
  status: 'completed',
  file_name: 'members.csv',
  lines: 1_000_001,
  accepted: 999_985,
  merged: 12_000,
  suppressed: 3,
  rejected: 12,
  rejected_values: 0,
  without_contact: 0,
  warnings: ['Not read: shoe. Add `again=true`.'],
  detail: null,
  started_at: '2026-07-01T12:00:00.000Z',
  duration_ms: 50_000,
  rejects: [],
  reject_groups: [
    {
      scope: 'row',
      column: 'email',
      reason: 'invalid_email',
      detail: 'An email address needs a name, an @ and a domain.',
      count: 12,
      lines: [2, 102, 202, 302, 1402],
    },
    {
      scope: 'value',
      column: 'phone',
      reason: 'invalid_phone',
      detail: 'This is not a phone number.',
      count: 1,
      lines: [7],
    },
  ],
};

test('a summary shows the counts, the reasons with their first lines, and what to do', () => {
  assert.equal(
    summaryText(report, false),
    `  members.csv was imported: 1,000,000 rows in 50 s (20,000 rows/s).

    accepted     999,985   987,985 new profiles, 12,000 merged into existing ones
    suppressed         3   people who must not be listed
    rejected          12   invalid lines, not imported

  Warning: Not read: shoe. Add --again.

  Rejected:
    12 rows: An email address needs a name, an @ and a domain.
      lines 2, 102, 202, 302, 1,402, …
    1 value of phone: This is not a phone number.
      line 7

  Correct these lines and import the file again. Nothing is duplicated.
  All of them as CSV: ./contactry rejects imp_1 > rejects.csv
`,
  );
});

test('for a file imported before, the summary says so and how to import it again', () => {
  const text = summaryText({ ...report, rejected: 0, reject_groups: [], warnings: [] }, true);
  assert.match(text, /was imported on 2026-07-01 12:00 UTC\. Nothing changed\./);
  assert.match(text, /--again/);
  assert.doesNotMatch(text, /Rejected:/);
});
