import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine } from '#test/support/command-line.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

let service: TestService;
let folder: string;
let port: number;
before(async () => {
  service = await testService();
  await service.app.server.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.server.address() as AddressInfo).port;
  folder = await mkdtemp(join(tmpdir(), 'contactry-files-'));
  const environment = `PORT=${port}\nADMIN_SECRET=${testSecrets.admin_secret}\n`;
  await writeFile(join(folder, '.env'), environment);
});
after(async () => {
  await rm(folder, { recursive: true });
  await service[Symbol.asyncDispose]();
});

/** Runs only the command: the folder's `.env` has all settings. */
const run = (words: string[], input?: string) => commandLine(folder)(words, { environment: {}, input });

const rows = (...lines: string[]) => `profile_url,email\n${lines.join('\n')}\n`;
const fileWith = (name: string, text: string) => writeFile(join(folder, name), text);

test('.env sets address and secret', async () => {
  const { code, out, err } = await run(['status']);
  assert.equal(code, 0, err);
  assert.ok(out.includes(`http://127.0.0.1:${port} is operational`));
  assert.match(out, /directory is empty/);
});

test('several files are imported in order, and the worst result is the exit code', async () => {
  await fileWith('good.csv', rows('github.com/several-a,a@example.com'));
  await fileWith('flawed.csv', rows('github.com/several-b,b@example.com', 'github.com/several-c,bad'));
  assert.equal((await run(['import', 'good.csv'])).code, 0);
  const { code, out } = await run(['import', 'flawed.csv', 'good.csv']);
  assert.equal(code, 2);
  assert.match(out, /flawed\.csv was imported: 2 rows[\s\S]*good\.csv was imported on/);
});

test('a refused file does not stop the others, is listed at the end, and exits with 1', async () => {
  await fileWith('nothing.csv', 'shoe,size\nleft,42\n');
  await fileWith('last.csv', rows('github.com/several-d,d@example.com'));
  const { code, out, err } = await run(['import', 'nothing.csv', 'last.csv']);
  assert.equal(code, 1);
  assert.match(out, /last\.csv was imported: 1 row in/);
  assert.match(err, /Not imported: nothing\.csv\. The other files were imported\./);
});

test('files that are missing or can not be read are listed, and do not stop the others', async () => {
  await fileWith('first.csv', rows('github.com/several-e,e@example.com'));
  await fileWith('table.xlsx', 'PK\x03\x04x');
  await fileWith('list.json', '[{"profile_url":"github.com/several-j","email":"j@example.com"}]');
  const { code, out, err } = await run(['import', 'absent.csv', 'table.xlsx', 'list.json', 'first.csv']);
  assert.equal(code, 1);
  assert.match(out, /list\.json was imported: 1 row in[\s\S]*first\.csv was imported: 1 row in/);
  assert.match(err, /absent\.csv does not exist[\s\S]*The spreadsheet is damaged/);
  assert.match(err, /Not imported: absent\.csv, table\.xlsx\.\s+The other/);
  assert.equal((await run(['import', 'absent.csv', 'table.xlsx'])).code, 1);
});

test('options that a repeat does not use are named, and faulty ones refused', async () => {
  await fileWith('twice.csv', rows('github.com/several-t,t@example.com'));
  await run(['import', 'twice.csv']);
  const { out } = await run(['import', 'twice.csv', '--source', 'members']);
  assert.match(
    out,
    /Nothing changed\.[\s\S]*Warning: This file was imported before, so --source had no effect\.\s+Add\s+--again/,
  );
  const faulty = await run(['import', 'twice.csv', '--map', 'mail=Who']);
  assert.equal(faulty.code, 1);
  assert.match(faulty.err, /^\s+'mail' is not a column\. Use one of profile_url/);
});

test('what the service says about its parameters is said about options', async () => {
  await fileWith('dates.csv', 'profile_url,email,seen_at\ngithub.com/several-d,d@example.com,03/04/2026\n');
  const dates = await run(['import', 'dates.csv']);
  assert.match(dates.err, /Line 2: A date in the column seen_at is ambiguous\.[\s\S]*--date-order\s+dmy/);
  assert.match((await run(['imports', '--limit', '1'])).out, /failed[\s\S]*Line 2: A date in the column/);
  await fileWith('unknown.csv', rows('github.com/several-u,u@example.com'));
  const mapped = await run(['import', 'unknown.csv', '--map', 'email=Nope']);
  assert.match(mapped.err, /The file has no column "Nope"/);
  await fileWith('nobody.csv', 'shoe,size\nleft,41\n');
  assert.match((await run(['import', 'nobody.csv'])).err, /--map email="Work Email"/);
  for (const { err } of [dates, mapped]) assert.doesNotMatch(err, /`|date_order/);
});

test('standard input is imported like a file, recognized when repeated, and not left on disk', async () => {
  const input = rows('github.com/several-f,f@example.com');
  const kept = async () => (await readdir(tmpdir())).filter((name) => /^contactry-\w{6}$/.test(name));
  const before = await kept();
  const { code, out } = await run(['import', '-'], input);
  assert.equal(code, 0);
  assert.match(out, /standard input was imported: 1 row in/);
  assert.match((await run(['import', '-'], input)).out, /standard input was imported on .* Nothing changed/);
  assert.deepEqual(await kept(), before);
});

test('standard input may be NDJSON, and --dry-run stores nothing of it', async () => {
  const input = '{"profile_url":"github.com/several-g","email":"g@example.com"}\n';
  const { code, out } = await run(['import', '-', '--dry-run'], input);
  assert.equal(code, 0);
  assert.match(out, /github\.com\/several-g[\s\S]*g@example\.com/);
  assert.equal((await run(['profile', 'github.com/several-g'])).code, 1);
});

test('status works without a secret, says what is not shown, and exits with 0', async () => {
  const url = `http://127.0.0.1:${port}`;
  const elsewhere = await mkdtemp(join(tmpdir(), 'contactry-none-'));
  const environment = { DATA_DIR: elsewhere };
  const without = await commandLine(elsewhere, url)(['status'], { environment });
  assert.equal(without.code, 0, without.err);
  assert.match(
    without.out,
    /is operational[\s\S]*database +operational[\s\S]*directory are not shown\. No admin secret/,
  );
  const wrong = await commandLine(elsewhere, url)(['status'], { environment: { ADMIN_SECRET: 'wrong' } });
  assert.equal(wrong.code, 1);
  const columns = without.out.match(/^ +(api|rate limits|outgoing messages) +operational$/gm) ?? [];
  assert.equal(columns.length, 3, without.out);
  assert.equal(new Set(columns.map(({ length }) => length)).size, 1, without.out);
  assert.match(wrong.out, /is operational[\s\S]*not shown\. The service rejected the admin\s+secret/);
  await rm(elsewhere, { recursive: true });
});

test('if no service responds at PORT, status looks at PUBLIC_URL', async () => {
  const environment = { PORT: '1', PUBLIC_URL: `http://localhost:${port}` };
  const { code, out } = await commandLine(folder)(['status'], { environment });
  assert.equal(code, 0);
  assert.match(out, new RegExp(`http://localhost:${port} is operational`));
});
