import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

const path = '/api/v1/admin/directory/imports';
const headers = {
  'x-admin-secret': testSecrets.admin_secret,
  'x-ops-actor': 'asha',
  'content-type': 'text/csv',
};

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const send = (query: string, body: string, contentType = 'text/csv') =>
  service.request('POST', `${path}${query}`, { body, headers: { ...headers, 'content-type': contentType } });
const read = async (address: string) => (await service.admin('GET', address)).json();
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');
const fileOf = (mark: string, rows = 3) =>
  `profile_url,email\n${Array.from({ length: rows }, (_, at) => `github.com/${mark}${at},${mark}${at}@example.com\n`).join('')}`;
const counts = ({ status, lines, accepted, merged, suppressed, rejected }: Record<string, unknown>) => ({
  status,
  lines,
  accepted,
  merged,
  suppressed,
  rejected,
});

/** The audit log's words about one import. */
async function trail(importId: string): Promise<string[]> {
  const { rows } = await service.database.pool.query(
    `select event, actor from audit_entry where details ->> 'import_id' = $1 order by id`,
    [importId],
  );
  return rows.map((row) => `${row.actor} ${row.event}`);
}

test('a CSV file is imported, and answers with its counts, rejects and warnings', async () => {
  const body = 'profile_url,email,shoe\ngithub.com/http-a,a@example.com,42\ngithub.com/http-b,bad,43\n';
  const response = await send('?file_name=members.csv', body);
  assert.equal(response.statusCode, 200, response.body);
  const report = response.json();
  assert.deepEqual(counts(report), {
    status: 'completed',
    lines: 3,
    accepted: 1,
    merged: 0,
    suppressed: 0,
    rejected: 1,
  });
  assert.equal(report.file_name, 'members.csv');
  assert.equal(report.format, 'csv');
  assert.deepEqual(
    report.rejects.map(({ line, column, reason }: Record<string, unknown>) => [line, column, reason]),
    [[3, 'email', 'invalid_email']],
  );
  assert.match(report.warnings[0], /shoe/);
  assert.ok(report.finished_at >= report.started_at);
  assert.deepEqual(await read(`${path}/${report.id}`), report);
  assert.deepEqual(await trail(report.id), [
    'asha directory.import_started',
    'asha directory.import_completed',
  ]);
});

test('NDJSON is found in the file, or read where the format is asked for', async () => {
  const line = '{"profile_url":"github.com/http-n","email":"n@example.com"}\n';
  assert.equal((await send('', line, 'application/x-ndjson')).json().format, 'ndjson');
  assert.equal((await send('?format=ndjson', line)).json().accepted, 1);
});

test('a request without a file is 400, with a file of another type 415', async () => {
  const { 'content-type': _, ...noType } = headers;
  const empty = await service.request('POST', path, { headers: noType });
  assert.deepEqual([empty.statusCode, empty.json().reason], [400, 'empty']);
  assert.equal((await send('', '')).json().reason, 'empty');
  const response = await send('', '{}', 'application/pdf');
  assert.equal(response.statusCode, 415);
});

test('a hash of another form, and an unknown format, are 422 in the query', async () => {
  const response = await send('?sha256=abc&format=xlsx', fileOf('never'));
  assert.equal(response.statusCode, 422);
  assert.deepEqual(
    response.json().detail.map((fault: { loc: string[] }) => fault.loc),
    [
      ['query', 'sha256'],
      ['query', 'format'],
    ],
  );
});

test('a file without profile_url is 400 import_refused and says so, there and in its import', async () => {
  const response = await send('', 'name,email\nAsha,a@example.com\n');
  assert.equal(response.statusCode, 400);
  const problem = response.json();
  assert.deepEqual([problem.code, problem.reason], ['import_refused', 'missing_column']);
  assert.match(problem.detail, /profile_url/);
  const stored = await read(`${path}/${problem.import_id}`);
  assert.deepEqual([stored.status, stored.detail], ['failed', problem.detail]);
  assert.deepEqual(await trail(problem.import_id), [
    'asha directory.import_started',
    'asha directory.import_failed',
  ]);
});

test('a dry run that is refused because of a date says how each column would be read', async () => {
  const refused = await send(
    '?dry_run=true',
    'profile,mail,seen_at\ngithub.com/asha,a@example.com,03/04/2026\n',
  );
  assert.match(refused.body, /"date_order_missing".*"mail","column":"email"/);
});

test('a file that was imported under its hash answers with its first summary and is not read again', async () => {
  const body = fileOf('once');
  const query = `?sha256=${sha256Of(body)}`;
  const first = await send(query, body);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  const again = await send(query, body);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual(again.json(), first.json());
});

test('a file that was imported is imported once more when that is asked for', async () => {
  const body = fileOf('more');
  const query = `?sha256=${sha256Of(body)}`;
  const first = (await send(query, body)).json();
  const again = (await send(`${query}&again=true`, body)).json();
  assert.notEqual(again.id, first.id);
  assert.deepEqual([again.accepted, again.merged], [3, 3]);
});

test('bytes of another hash are 400 with reason hash_mismatch; the right file then starts again', async () => {
  const body = fileOf('hash');
  const query = `?sha256=${sha256Of(body)}`;
  const wrong = await send(query, `${body}github.com/hash9,x@example.com\n`);
  assert.equal(wrong.statusCode, 400);
  assert.equal(wrong.json().reason, 'hash_mismatch');
  const right = await send(query, body);
  assert.deepEqual(counts(right.json()), {
    status: 'completed',
    lines: 4,
    accepted: 3,
    merged: 3,
    suppressed: 0,
    rejected: 0,
  });
});

test('a sender that goes away leaves an interrupted import, and the same file continues behind it', async () => {
  await service.app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.server.address() as AddressInfo;
  const body = fileOf('gone', 4000);
  const query = `?sha256=${sha256Of(body)}&file_name=gone.csv`;
  const sending = request({
    host: '127.0.0.1',
    port,
    path: path + query,
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
  });
  sending.on('error', () => {});
  sending.write(body.slice(0, body.length * 0.7));

  const state = async () => (await read(`${path}?sha256=${sha256Of(body)}`)).items[0];
  let running = await state();
  while (!(running?.lines > 0)) running = await state();
  assert.equal(running.status, 'running');
  const twin = await send(query, body);
  assert.equal(twin.statusCode, 409);
  assert.deepEqual([twin.json().code, twin.json().import_id], ['import_running', running.id]);

  sending.destroy();
  let left = await state();
  while (left.status === 'running') left = await state();
  assert.equal(left.status, 'interrupted');
  // The log has it a moment after the import itself.
  await eventually(async () => assert.equal((await trail(running.id)).length, 2));
  const done = (await send(query, body)).json();
  assert.equal(done.id, running.id);
  assert.deepEqual(counts(done), {
    status: 'completed',
    lines: 4001,
    accepted: 4000,
    merged: 0,
    suppressed: 0,
    rejected: 0,
  });
  const events = (await trail(done.id)).map((event) => event.split('_').at(-1));
  assert.deepEqual(events, ['started', 'interrupted', 'resumed', 'completed']);
});

test('an import whose process was killed is interrupted, and continues behind its last line', async () => {
  const body = fileOf('killed');
  await service.database.pool.query(
    `insert into directory_import (id, sha256, file_name, format, actor, lines, accepted)
     values ('imp_killed', decode($1, 'hex'), 'killed.csv', 'csv', 'asha', 3, 40)`,
    [sha256Of(body)],
  );
  assert.equal((await read(`${path}/imp_killed`)).status, 'interrupted');
  const done = (await send(`?sha256=${sha256Of(body)}`, body)).json();
  assert.deepEqual(counts(done), {
    status: 'completed',
    lines: 4,
    accepted: 41,
    merged: 0,
    suppressed: 0,
    rejected: 0,
  });
});

test('more imports at once than there are connections to spare are 503 overloaded', async () => {
  const ends: (() => void)[] = [];
  const { port } = service.app.server.server.address() as AddressInfo;
  for (const mark of ['slot-a', 'slot-b']) {
    const sending = request({ port, path: `${path}?file_name=${mark}`, method: 'POST', headers });
    sending.on('error', () => {});
    sending.write(fileOf(mark));
    ends.push(() => sending.end());
  }
  const running = async () =>
    (await read(path)).items.filter((item: { status: string }) => item.status === 'running').length;
  while ((await running()) < 2);
  const third = await send('', fileOf('slot-c'));
  assert.equal(third.statusCode, 503);
  assert.equal(third.json().code, 'overloaded');
  for (const end of ends) end();
  // A slot is free a moment after its import is seen to have ended.
  while ((await running()) > 0);
  let later = await send('', fileOf('slot-c'));
  while (later.statusCode === 503 && (await running()) === 0) later = await send('', fileOf('slot-c'));
  assert.equal(later.statusCode, 200);
});

test('rejects are listed page by page in the order of the file', async () => {
  const lines = Array.from({ length: 250 }, (_, at) => `github.com/pages${at},bad\n`);
  const { id, rejects } = (await send('', `profile_url,email\n${lines.join('')}`)).json();
  assert.equal(rejects.length, 100);
  const found: number[] = [];
  for (let cursor: number | null = 0; cursor !== null; ) {
    const page = await read(`${path}/${id}/rejects?limit=100&cursor=${cursor}`);
    found.push(...page.items.map(({ line }: { line: number }) => line));
    cursor = page.next_cursor;
  }
  assert.deepEqual(
    found,
    Array.from({ length: 250 }, (_, at) => at + 2),
  );
  assert.equal((await service.admin('GET', `${path}/nothing/rejects`)).statusCode, 404);
});

test('the stats count what is there and name the last import', async () => {
  await using fresh = await testService();
  const body =
    'profile_url,email,email_type,phone,link\ngithub.com/s1,s@example.com,work,+12025550101,s.example\ngitlab.com/s2,,,,s2.example\ngitlab.com/s3,N/A,,-,\n';
  const sent = await fresh.request('POST', `${path}?file_name=s.csv`, { body, headers });
  const stats = (await fresh.admin('GET', '/api/v1/admin/directory/stats')).json();
  assert.deepEqual(stats, {
    profiles: 2,
    with_email: 1,
    with_phone: 1,
    networks: [
      { network: 'github', profiles: 1, with_email: 1, with_phone: 1 },
      { network: 'gitlab', profiles: 1, with_email: 0, with_phone: 0 },
    ],
    emails: { work: 1 },
    phones: { fixed_line_or_mobile: 1 },
    links: { website: 2 },
    suppressions: {},
    last_import: (({ rejects, reject_groups, mapping, preview, ...summary }) => summary)(sent.json()),
  });
});

test('imports are listed newest first', async () => {
  const { id } = (await send('', fileOf('newest'))).json();
  const { items } = await read(`${path}?limit=2`);
  assert.equal(items.length, 2);
  assert.equal(items[0].id, id);
});
