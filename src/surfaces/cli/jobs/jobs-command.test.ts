import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine } from '#test/support/command-line.ts';
import { type Customer, customer, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';

let service: TestService;
let folder: string;
let holder: Customer;
let run: (words: string[], input?: string) => ReturnType<ReturnType<typeof commandLine>>;
before(async () => {
  service = await testService();
  await service.app.work();
  await service.app.server.listen({ port: 0, host: '127.0.0.1' });
  await importRows(
    service,
    'profile_url,full_name,email\ngithub.com/asha-example,Asha Example,asha@example.com\n',
  );
  holder = await customer(service);
  folder = await mkdtemp(join(tmpdir(), 'contactry-jobs-'));
  const url = `http://127.0.0.1:${(service.app.server.server.address() as AddressInfo).port}`;
  const start = commandLine(folder, url);
  run = (words, input = '') => start(words, { environment: { CONTACTRY_KEY: holder.key }, input });
  const rows = [
    'Asha,github.com/asha-example',
    'Again,https://github.com/Asha-Example',
    'Company,linkedin.com/company/example',
  ];
  await writeFile(join(folder, 'people.csv'), `Who,Where\n${rows.join('\n')}\n`);
});
after(async () => {
  await rm(folder, { recursive: true });
  await service[Symbol.asyncDispose]();
});

test('find shows what is known with its sources, and exits with 2 when nothing is', async () => {
  const { code, out } = await run(['find', 'github.com/asha-example']);
  assert.equal(code, 0);
  assert.match(
    out,
    /Asha Example[\s\S]*asha@example\.com +unknown, unknown +from directory[\s\S]*1 credit spent, 99 credits left/,
  );
  const miss = await run(['find', 'https://www.linkedin.com/in/nobody-example', '--json']);
  assert.deepEqual([miss.code, JSON.parse(miss.out).status], [2, 'not_found']);
  assert.match((await run(['find', 'nonsense'])).err, /send the full link/);
});

test('a dry run shows what was read and what it costs, and creates nothing', async () => {
  const { code, out } = await run(['jobs', 'create', 'people.csv', '--dry-run']);
  assert.equal(code, 2);
  assert.match(
    out,
    /rows +3\n +profiles to look up +1\n +repeated +1 .*\n +refused +1 .*\n +line 4: This is a company/,
  );
  assert.match(out, /\n\n +links from +column 2, Where\n\n/);
  assert.match(out, /at most 1 credit:/);
  const limited = await run(['jobs', 'create', 'people.csv', '--dry-run', '--limit-credits', '0']);
  assert.match(limited.out, /at most 0 credits:/);
  assert.match((await run(['jobs', 'list'])).out, /No jobs yet/);
});

test('without a terminal nothing is created unless --yes says so', async () => {
  const { code, err } = await run(['jobs', 'create', 'people.csv']);
  assert.equal(code, 64);
  assert.match(err, /It costs at most 1 credit\.[\s\S]*Add --yes/);
  assert.match((await run(['jobs', 'list'])).out, /No jobs yet/);
});

test('a job is created, waited for and written behind the columns of its file', async () => {
  const words = ['jobs', 'create', 'people.csv', '--yes', '--wait', '--out', 'results.csv', '--name', 'June'];
  const { code, out, err } = await run(words);
  assert.equal(code, 0, out + err);
  assert.match(out, /is completed[\s\S]*found +1\n[\s\S]*1 credit spent[\s\S]*results\.csv/);
  assert.match(err, /100 % +1 of 1 +1 found +1 credit$/m);
  const results = await readFile(join(folder, 'results.csv'), 'utf8');
  assert.match(results, /^\ufeffWho,Where,status,reason,credits,/);
  assert.equal(results.trimEnd().split('\r\n').length, 4);
  const { items } = JSON.parse((await run(['jobs', 'list', '--json'])).out);
  assert.equal(items[0].name, 'June');
  assert.equal((await run(['jobs', 'csv', items[0].id])).out, results);
  assert.equal((await run(['jobs', 'watch', items[0].id])).code, 0);
  assert.match((await run(['jobs', 'cancel', items[0].id])).err, /can no longer be|has ended/i);
});

test('a job that has spent its limit says how to continue it, and resume raises the limit', async () => {
  const made = await run(['jobs', 'create', 'people.csv', '--yes', '--wait', '--limit-credits', '0']);
  assert.equal(made.code, 1);
  const id = /Job (job_\w+) was created/.exec(made.err)?.[1] ?? '';
  assert.ok(made.err.includes(`./contactry jobs resume ${id} --limit-credits 1\n`), made.err);
  const same = await run(['jobs', 'resume', id]);
  assert.equal(same.code, 1);
  assert.match(same.out, /is paused: its limit of credits is spent/);
  assert.match((await run(['jobs', 'resume', id, '--limit-credits', 'all'])).err, /whole number, or none/);
  assert.equal((await run(['jobs', 'resume', id, '--limit-credits', 'none'])).code, 0);
  assert.match((await run(['jobs', 'watch', id])).out, /is completed[\s\S]*1 credit spent/);
  assert.match((await run(['jobs', 'pause', id])).err, /can no longer be/);
});

test('standard input is a file too, and a bare list needs no header', async () => {
  const { code, out } = await run(['jobs', 'create', '-', '--yes', '--json'], 'github.com/asha-example\n');
  assert.equal(code, 0, out);
  assert.equal(JSON.parse(out).counts.profiles, 1);
});

test('each mistake has its sentence, and a key is never taken from the command line', async () => {
  const cases: [string[], number, RegExp][] = [
    [['jobs', 'create', 'absent.csv'], 1, /absent\.csv does not exist/],
    [['jobs', 'create', 'people.csv', '--out', 'x.csv'], 64, /--out needs --wait/],
    [['jobs', 'create', 'people.csv', '--column', 'Nothing'], 1, /no column "Nothing".*Who, Where/s],
    [
      ['jobs', 'create', 'people.csv', '--yes', '--wait', '--out', 'absent/x.csv'],
      1,
      /written to absent\/x\.csv \(ENOENT\), so no job was created/,
    ],
    [['jobs', 'show'], 64, /Usage:/],
    [['jobs', 'watch', 'job_nothing'], 1, /no job with this id/],
    [
      ['jobs', 'list', '--key', 'cty_live_x'],
      64,
      /visible to every user[\s\S]*--key-file FILE, or set CONTACTRY_KEY/,
    ],
    [['find', 'cty_live_x'], 64, /visible to every user/],
    [['admin', 'keys', '--prefix', `cty_live_${'x'.repeat(38)}`], 64, /visible to every user/],
    [['jobs', 'list', '--key-file', 'people.csv'], 1, /does not contain an API key/],
  ];
  for (const [words, code, sentence] of cases) {
    const outcome = await run(words);
    assert.match(outcome.err, sentence, words.join(' '));
    assert.equal(outcome.code, code, words.join(' '));
  }
});
