import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { after, before, test } from 'node:test';
import { commandLine } from '#test/support/command-line.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

let service: TestService;
let folder: string;
let run: ReturnType<typeof commandLine>;
before(async () => {
  service = await testService();
  await service.app.server.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(`${tmpdir()}/contactry-directory-`);
  run = commandLine(folder, `http://127.0.0.1:${(service.app.server.server.address() as AddressInfo).port}`);
});
after(async () => {
  await rm(folder, { recursive: true });
  await service[Symbol.asyncDispose]();
});

/** Imports one row and returns the import's id, which `imports` lists first. */
async function imported(row: string, header = 'profile_url,email,phone,source'): Promise<string> {
  const { code, err } = await run(['import', '-'], { input: `${header}\n${row}\n` });
  assert.equal(code, 0, err);
  const { items } = JSON.parse((await run(['imports', '--limit', '1', '--json'])).out);
  return items[0].id;
}

test('imports lists ids, times and counts', async () => {
  const id = await imported('github.com/list-asha,asha@example.com,,');
  const { code, out } = await run(['imports']);
  assert.equal(code, 0);
  assert.match(
    out,
    new RegExp(
      `${id} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC +completed\\n +standard input: 1 accepted, 0 rejected`,
    ),
  );
  assert.equal((await run(['imports', '--limit', 'many'])).code, 1);
  await imported('github.com/list-mira,mira@example.com,,');
  assert.match((await run(['imports', '--limit', '1'])).out, /There are older ones\. --all lists them too\./);
  const all = await run(['imports', '--all']);
  assert.ok(all.out.includes(id));
  assert.doesNotMatch(all.out, /older ones/);
});

test('profile shows every value with its sources, and which import each came from', async () => {
  const id = await imported('github.com/shown-asha,asha@shown.example,+442071838750,members');
  const { code, out } = await run(['profile', 'https://github.com/shown-asha/']);
  assert.equal(code, 0);
  assert.match(out, /email +asha@shown\.example \(unknown\) +members, \d{4}-\d\d-\d\d/);
  assert.match(
    out,
    new RegExp(
      `Origin\\n +standard input \\(${id}\\)\\n +asha@shown\\.example \\(unknown\\)\\n +\\+442071838750`,
    ),
  );
  const { profile } = JSON.parse((await run(['profile', 'github.com/shown-asha', '--json'])).out);
  assert.equal(profile.handle, 'shown-asha');
  const absent = await run(['profile', 'github.com/nobody-here']);
  assert.equal(absent.code, 1);
  assert.match(absent.err, /is not in the directory/);
});

test('profile and change-value show a link with the day it was last seen', async () => {
  const url = 'github.com/linked-asha';
  const header = 'profile_url,email,link,seen_at';
  await imported(`${url},asha@linked.example,linked-asha.example,2026-03-31`, header);
  const { code, out, err } = await run(['profile', url]);
  assert.equal(code, 0, err);
  assert.match(out, /link +https:\/\/linked-asha\.example\/? +directory, 2026-03-31\n/);
  const changed = await run([
    ...['change-value', url, '--email', 'asha@linked.example'],
    ...['--to', 'asha@new.example', '--reason', 'moved'],
  ]);
  assert.equal(changed.code, 0, changed.err);
});

test('a faulty argument is explained without its place in the request', async () => {
  assert.match((await run(['profile', 'nobody'])).err, /^\s+[A-Z]/);
  const { err } = await run(['imports', '--limit', 'many']);
  assert.match(err, /^\s+limit: Input should be a valid integer/);
});

test('a value is changed, then removed together with its otherwise empty profile', async () => {
  await imported('github.com/change-asha,tpyo@example.com,,');
  const url = 'github.com/change-asha';
  const changed = await run([
    ...['change-value', url, '--email', 'tpyo@example.com'],
    ...['--to', 'typo@example.com', '--reason', 'a typing error'],
  ]);
  assert.equal(changed.code, 0, changed.err);
  assert.match(changed.out, /typo@example\.com \(unknown\) +operator/);
  assert.doesNotMatch(changed.out, /tpyo/);
  const removed = await run(['remove-value', url, '--email', 'typo@example.com', '--reason', 'wrong']);
  assert.match(removed.out, /the profile was deleted/);
  assert.equal((await run(['profile', url])).code, 1);
  const gone = await run(['remove-value', url, '--email', 'typo@example.com', '--reason', 'wrong']);
  assert.match(gone.err, /This profile is not in the directory\./);
});

test('an import is undone, and without a terminal only with --yes', async () => {
  const id = await imported('github.com/back-asha,asha@back.example,,');
  const asked = await run(['take-back', id]);
  assert.equal(asked.code, 64);
  assert.match(asked.err, /Undo the import of standard input with 1 accepted row\?\n +.*Add --yes/);
  assert.equal((await run(['profile', 'github.com/back-asha'])).code, 0);

  const { code, out } = await run(['take-back', id, '--yes']);
  assert.equal(code, 0);
  assert.match(out, /was undone: 1 profile removed, 0 changed/);
  assert.equal((await run(['profile', 'github.com/back-asha'])).code, 1);
  assert.equal((await run(['take-back', 'imp_nothing', '--yes'])).code, 1);
});

test('what a file is called can not command the terminal', async () => {
  const response = await service.request(
    'POST',
    '/api/v1/admin/directory/imports?file_name=%1b%5b31mx%e2%80%ae.csv',
    {
      headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' },
      body: 'profile_url,email,company\ngithub.com/named-asha,asha@named.example,Example\u202eskroW\n',
    },
  );
  assert.equal(response.json().file_name, '\ufffd[31mx\ufffd.csv');
  const { pool } = service.database;
  await pool.query(`update directory_import set file_name = $1 where id = $2`, [
    '\u001b[31mold',
    response.json().id,
  ]);
  const { out } = await run(['imports', '--limit', '1']);
  assert.match(out, /\\u001b\[31mold/);
  assert.ok(!out.includes('\u001b'));
  const profile = await run(['profile', 'github.com/named-asha', '--json']);
  assert.equal(JSON.parse(profile.out).person.company, 'ExampleskroW');
});

test('a source is removed, even if a URL must escape its name', async () => {
  await imported('github.com/source-asha,asha@source.example,,members/2026 ü');
  assert.equal((await run(['remove-source', 'members/2026 ü'])).code, 64);
  const { code, out } = await run(['remove-source', 'members/2026 ü', '--yes']);
  assert.equal(code, 0);
  assert.match(out, /Source "members\/2026 ü": 1 profile removed, 0 changed/);
  const typo = await run(['remove-source', 'mebmers', '--yes']);
  assert.equal(typo.code, 1);
  assert.match(typo.err, /Nothing in the directory has the source "mebmers"/);
});
