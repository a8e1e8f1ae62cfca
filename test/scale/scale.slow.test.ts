/**
 * No job and no call reads a table whole, shown by what the server counts: a new job or operation is looked at as soon as
 * it is registered, and a new table must be filled or be said to stay small. SCALE_ROWS sets the size; `npm run test:scale`
 * takes ten million rows.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { doorName } from '#core/door.ts';
import { forgetStoredAnswers } from '#platform/idempotency/forget-answers.ts';
import { openSamples, type Samples } from '../samples/open-samples.ts';
import { testDatabase } from '../support/database.ts';
import { runJobOn } from '../support/jobs.ts';
import { type TestService, testService } from '../support/service.ts';
import { sizeOf } from '../support/size.ts';
import { filledTables, fillTables } from './fill.ts';
import { readTooMuch } from './rows-read.ts';
import { smallTables } from './small-tables.ts';

const rows = Number(process.env.SCALE_ROWS ?? sizeOf({ small: 50_000, whole: 100_000 }));
/** A page of a list, a batch of a job, or what is due is less than half a table. */
const mostOfTable = 0.5;

const rarelyByAccount = [
  'api_key',
  'credit_lot',
  'credit_proof',
  'credit_proof_lot',
  'credit_proof_hold',
  'credit_proof_month',
  'identity_attempt',
  'unearned_vendor_money',
];

/** Work that reads all of some tables by its purpose, in parts unless it says otherwise. */
const readsMuch: Readonly<Record<string, readonly string[]>> = {
  // Proves the whole ledger each night, some accounts at a time. The filled one does not match, so it raises an alert for each.
  'credits.verify-ledger': [
    'credit_ledger',
    'credit_lot',
    'credit_hold',
    'credit_hold_part',
    'credit_account',
    'credit_proof',
    'credit_proof_lot',
    'credit_proof_hold',
    'credit_proof_month',
    'account',
    'operator_alert',
  ],
  // A queue: it takes 5,000 rows at a time.
  'lookup.announce-changes': ['directory_change'],
  // Looks through the directory for a source, page by page.
  'directory.remove-source': ['directory_profile', 'directory_statement'],
  // Counts the list with one statement, for an operator who asks.
  'directory.report-stats': ['suppression'],
  // Sorts the open ones, which are few. Here the filled ledger, which does not match, opened one for each account.
  'audit.list-alerts': ['operator_alert'],
  // An operator closes few accounts. These tables have no index by account that serves nothing else.
  'customers.export-account': rarelyByAccount,
  'customers.preview-closing': rarelyByAccount,
  'customers.close-account': rarelyByAccount,
};

let service: TestService;
let samples: Samples;
let counts: ReadonlyMap<string, number>;
before(async () => {
  const database = await testDatabase();
  counts = await fillTables(database.pool, rows);
  service = await testService({ database });
  samples = await openSamples(service);
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await service?.database[Symbol.asyncDispose]();
});

test('every table is filled, or is said to stay small', async () => {
  const { rows: tables } = await service.database.pool.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not in ('schema_migration', 'schema_function')`,
  );
  const known = [...filledTables, ...Object.keys(smallTables)];
  assert.deepEqual(tables.map(({ name }) => name).sort(), known.sort());
});

const limitsFor = (id: string): Map<string, number> =>
  new Map(
    [...counts]
      .filter(([table]) => !readsMuch[id]?.includes(table))
      .map(([table, amount]) => [table, amount * mostOfTable]),
  );

for (const job of [...manifest.jobs, forgetStoredAnswers]) {
  test(`the job ${job.id} reads no table whole`, async () => {
    const { ports } = service.app.kernel;
    const excess = await readTooMuch(service, limitsFor(job.id), () =>
      // One that runs always does so until it is stopped.
      runJobOn(job.always ? { ports, signal: AbortSignal.timeout(1_000) } : { ports }, job),
    );
    assert.deepEqual(excess, []);
  });
}

for (const { declared, door } of manifest.operations.flatMap((declared) =>
  declared.doors.map((door) => ({ declared, door })),
)) {
  test(`${doorName(door)} reads no table whole`, async () => {
    const call = await samples.callOf(declared, door);
    const excess = await readTooMuch(service, limitsFor(declared.id), async () => {
      const response = await service.request(call.method, call.path, call);
      assert.ok(response.statusCode < 500, response.body);
    });
    assert.deepEqual(excess, []);
  });
}
