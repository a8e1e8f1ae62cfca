import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { downloadsMax, heavyConnections } from '#core/concurrency/heavy-work.ts';
import { givenKeptJob } from '#test/support/bulk-jobs.ts';
import { eventually } from '#test/support/eventually.ts';
import { find, type GivenKey, givenCredits, givenKey } from '#test/support/kit.ts';
import { listening } from '#test/support/raw-connection.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { statementsOf } from '#test/support/statements.ts';
import { jobIdOf } from '../rules.ts';

let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
before(async () => {
  service = await testService();
  open = await listening(service);
});
after(() => service[Symbol.asyncDispose]());

/** An account with a finished job of this many rows, each with a cell of its own of this length. */
async function holderOf(rows: number, ownLength = 10): Promise<GivenKey & { job: string }> {
  const { db, pool } = service.database;
  const key = await givenKey(db, { rate_limit_per_min: 10_000 });
  await givenCredits(db, key.account, 10);
  await givenKeptJob(db, key, { row_count: rows });
  const {
    rows: [job],
  } = await pool.query(
    `update job set own_columns = '{"names":["Note"],"delimiter":","}' where account = $1 returning id`,
    [key.account],
  );
  await pool.query(
    `insert into job_item (account, job, row, profile_url, status, own)
    select $1, $2, n, 'https://github.com/kept-' || n, 'not_found', repeat('x', $4) from generate_series(1, $3) n`,
    [key.account, job.id, rows, ownLength],
  );
  return { ...key, job: jobIdOf(job.id) };
}

const csvOf = ({ text, job }: GivenKey & { job: string }) =>
  service.withKey(text, 'GET', `/api/v1/jobs/${job}/csv`);

/** A download of which only the beginning is read. */
async function unread({ text, job }: GivenKey & { job: string }) {
  const connection = open.connection(
    `GET /api/v1/jobs/${job}/csv HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${text}\r\n\r\n`,
  );
  const begun = await connection.until(/^HTTP\/1\.1 \d+/);
  connection.socket.pause();
  return { ...connection, status: /^HTTP\/1\.1 (\d+)/.exec(begun)![1] };
}

const readsOfItems = async (work: () => Promise<unknown>) =>
  (await statementsOf(work)).filter((text) => text.includes('from job_item')).length;

test('a download is read in pieces of 200 rows, and has them all', async () => {
  const holder = await holderOf(1_000);
  let lines = 0;
  const reads = await readsOfItems(async () => {
    lines = (await csvOf(holder)).body.trimEnd().split('\r\n').length;
  });
  assert.deepEqual([lines, reads], [1_001, 6]);
});

test('large cells make pieces shorter: a piece ends with the row that exceeds 256 KiB', async () => {
  const holder = await holderOf(12, 100 * 1024);
  const reads = await readsOfItems(async () => {
    assert.equal((await csvOf(holder)).body.trimEnd().split('\r\n').length, 13);
  });
  assert.equal(reads, 5);
});

test('an account has four downloads at once; one more is 503, others have theirs, and who leaves makes room', async () => {
  const [holder, other] = [await holderOf(2_000, 4_096), await holderOf(10)];
  const downloads = [];
  for (let at = 0; at < downloadsMax; at += 1) downloads.push(await unread(holder));
  assert.deepEqual(
    downloads.map(({ status }) => status),
    Array(downloadsMax).fill('200'),
  );
  const refused = await csvOf(holder);
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '5']);
  assert.match(refused.json().detail, /4 downloads in progress/);
  assert.equal((await csvOf(other)).statusCode, 200);
  for (const { socket } of downloads) socket.destroy();
  await eventually(async () => assert.equal((await csvOf(holder)).statusCode, 200));
});

test('a caller who leaves isn’t read for: no more of the rows', async () => {
  const holder = await holderOf(2_000, 4_096);
  const reads = await readsOfItems(async () => {
    const download = await unread(holder);
    download.socket.destroy();
    await eventually(async () =>
      assert.equal(service.app.kernel.ports.heavyWork.downloadsOf(String(holder.account)), 0),
    );
  });
  assert.ok(reads < 20, `${reads} of 33 pieces were read`);
});

test('reports of one account have two connections of three, and with all of them busy lookups continue', async () => {
  const holder = await holderOf(10);
  const { heavyWork } = service.app.kernel.ports;
  const busy = Promise.withResolvers<void>();
  const begun: string[] = [];
  const occupy = (owner: string) =>
    heavyWork.reports.run(owner, () =>
      heavyWork.db.connection().execute(async () => {
        begun.push(owner);
        await busy.promise;
      }),
    );
  const reports = ['one', 'one', 'one', 'other', 'other'].map((owner) => occupy(owner).catch(() => {}));
  await eventually(async () => assert.deepEqual(begun.toSorted(), ['one', 'one', 'other']));
  assert.equal(begun.length, heavyConnections);
  for (let at = 0; at < 5; at += 1)
    assert.equal((await find(service, { key: holder.text }, `github.com/nobody-${at}`)).statusCode, 200);
  busy.resolve();
  await Promise.all(reports);
  const statements = await statementsOf(async () => {
    const path = `/api/v1/jobs/${holder.job}/items`;
    assert.equal((await service.withKey(holder.text, 'GET', path)).statusCode, 200);
  });
  assert.ok(statements.some((text) => text.includes('from job_item')));
});
