import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { directoryContents, emptyDirectory } from '#test/support/directory.ts';
import { asOperator, importRows } from '#test/support/kit.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { directoryProfiles } from './profiles/people.ts';

const directory = '/api/v1/admin/directory';
const header = 'profile_url,full_name,email,phone,link,email_type,source,seen_at\n';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service[Symbol.asyncDispose]());

const load = async (csv: string, query: Record<string, string> = {}): Promise<string> =>
  (await importRows(service, csv, query)).id;
const takeBack = (id: string) => asOperator(service, 'DELETE', `${directory}/imports/${id}`);
const shown = (profile: string) =>
  service.admin('GET', `${directory}/profile?profile_url=${encodeURIComponent(profile)}`);

test('a file imported again is an import of its own: to undo either leaves what the other said', async () => {
  await emptyDirectory(service);
  const file = `${header}github.com/twice,Asha,one@works.example,,,,,2026-01-01\n`;
  const sha256 = createHash('sha256').update(file).digest('hex');
  const first = await load(file, { sha256, source: 'crm' });
  const before = await directoryContents(service);
  const second = await load(file, { sha256, source: 'booth', again: 'true' });
  await takeBack(second);
  assert.deepEqual(await directoryContents(service), before);
  assert.equal(
    await load(file, { sha256, source: 'booth' }),
    second,
    'a file that was undone is imported again',
  );
  await takeBack(first);
  const [{ sources }] = (await shown('github.com/twice')).json().emails;
  assert.deepEqual(
    sources.map(({ source }: { source: string }) => source),
    ['booth'],
  );
});

test('an undo never brings back a person who was suppressed, erased or corrected in the meantime', async () => {
  await emptyDirectory(service);
  const people = (at: number) =>
    ['kept', 'hidden', 'erased', 'corrected']
      .map((name) => `github.com/since-${name},Name ${at},${name}${at}@works.example,,,,,\n`)
      .join('');
  await load(`${header}${people(1)}`);
  const second = await load(`${header}${people(2)}`);
  await asOperator(service, 'POST', '/api/v1/admin/suppressions', {
    email: 'hidden2@works.example',
    reason: 'asked by letter',
  });
  await service.database.db
    .transaction()
    .execute((db) => directoryProfiles.erase(db, [profileHashOf('https://github.com/since-erased')]));
  await asOperator(service, 'PATCH', `${directory}/profile`, {
    profile_url: 'github.com/since-corrected',
    email: 'corrected1@works.example',
    replacement: null,
    reason: 'a test',
  });
  await takeBack(second);
  const kept = (await shown('github.com/since-kept')).json();
  assert.deepEqual([kept.person.full_name, kept.emails.length], ['Name 1', 1]);
  assert.equal((await shown('github.com/since-erased')).statusCode, 404);
  assert.equal((await shown('github.com/since-corrected')).statusCode, 404, 'its last value was removed');
  const hidden = await shown('github.com/since-hidden');
  assert.ok(hidden.statusCode === 404 || hidden.json().suppressed);
});

test('an undo that dies between two steps continues, and ends as if it had not stopped', async () => {
  await emptyDirectory(service);
  const people = (from: number, to: number, email: string) =>
    Array.from(
      { length: to - from },
      (_, at) => `github.com/step-${from + at},,${email}${from + at}@works.example,,,,,\n`,
    ).join('');
  await load(`${header}${people(0, 400, 'old')}`);
  const before = await directoryContents(service);
  const id = await load(`${header}${people(200, 800, 'new')}`);
  const { pool } = service.database;
  // The first step changes 500 profiles.
  await pool.query(`create function die() returns trigger language plpgsql as $$ begin
      if not exists (select from directory_statement where import_id = '${id}') then raise 'died'; end if;
      return null;
    end $$;
    create trigger die before update on directory_profile for each statement execute function die()`);
  assert.equal((await service.admin('DELETE', `${directory}/imports/${id}`)).statusCode, 500);
  assert.equal((await asOperator(service, 'GET', `${directory}/imports/${id}`)).status, 'taking_back');
  assert.equal(
    (await asOperator(service, 'GET', `${directory}/stats`)).profiles,
    400,
    'the first step stays',
  );
  await pool.query('drop function die cascade');
  await takeBack(id);
  assert.deepEqual(await directoryContents(service), before);
});
