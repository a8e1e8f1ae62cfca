import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { temporaryFolder } from './support/embedded.ts';
import { eventually } from './support/eventually.ts';
import { openProgram, programSecret } from './support/program.ts';

const folder = await temporaryFolder();
after(() => folder[Symbol.asyncDispose]());

const lines: string[] = [];
const program = openProgram({ DATA_DIR: folder.path }, { onLine: (line) => lines.push(line) });
after(() => program[Symbol.asyncDispose]());

const path = '/api/v1/admin/directory/imports';
const rows = Array.from({ length: 5000 }, (_, at) => `github.com/stop-${at},person-${at}@example.com\n`);
const file = `profile_url,email\n${rows.join('')}`;
const sha256 = createHash('sha256').update(file).digest('hex');

interface Report {
  status: string;
  lines: number;
  accepted: number;
  detail: string | null;
}

/** Begins to send the file. `end` sends the rest of it. */
function send(begun: string) {
  const sending = request(`${program.url()}${path}?sha256=${sha256}`, {
    method: 'POST',
    headers: { 'x-admin-secret': programSecret, 'content-type': 'text/csv' },
  });
  sending.on('error', () => {});
  sending.write(begun);
  return { response: once(sending, 'response'), end: () => sending.end(file.slice(begun.length)) };
}

const reportOf = async (response: Promise<unknown[]>) =>
  (await json((await response)[0] as IncomingMessage)) as Report;

test('a stop ends an import at its next batch, answers with its progress, and exits with 0', async () => {
  await program.start();
  const { response } = send(file.slice(0, file.length / 2));
  await eventually(async () => {
    const { items } = (await (await program.call(`${path}?sha256=${sha256}`)).json()) as { items: Report[] };
    assert.ok(items[0]!.lines > 0);
  });
  const stopped = program.stop();
  const { status, accepted, detail } = await reportOf(response);
  assert.equal(status, 'interrupted');
  assert.ok(accepted > 0 && accepted < rows.length);
  assert.match(detail ?? '', /Send the file again/);
  assert.equal(await stopped, 0);
  assert.deepEqual(
    lines.filter((line) => line.includes('"level":50')),
    [],
  );
});

test('after the next start, the same file continues where it stopped', async () => {
  await program.start();
  const { response, end } = send(file.slice(0, 100));
  end();
  const { status, accepted, detail } = await reportOf(response);
  assert.deepEqual([status, accepted, detail], ['completed', rows.length, null]);
});
