import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { commandLine } from '#test/support/command-line.ts';
import { givenAccount } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { newNumber, sentCode } from '#test/support/whatsapp.ts';

let service: TestService;
let folder: string;
let run: ReturnType<typeof commandLine>;
before(async () => {
  service = await testService();
  await service.app.server.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(service.app.server.server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'contactry-cli-'));
  run = commandLine(folder, url);
});
after(async () => {
  await rm(folder, { recursive: true });
  await service[Symbol.asyncDispose]();
});

async function fileWith(name: string, text: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const header = 'profile_url,email\n';

test('a good file exits with 0 and shows its counts', async () => {
  const file = await fileWith(
    'good.csv',
    `${header}github.com/cli-a,a@example.com\ngithub.com/cli-b,b@example.com\n`,
  );
  const { code, out } = await run(['import', file]);
  assert.equal(code, 0, out);
  assert.match(out, /good\.csv was imported: 2 rows in/);
  assert.match(out, /accepted +2 +2 new profiles, 0 merged into existing ones/);
});

test('importing the same file again changes nothing and says so; --again merges it', async () => {
  const file = await fileWith('twice.csv', `${header}github.com/cli-c,c@example.com\n`);
  await run(['import', file]);
  const repeated = await run(['import', file]);
  assert.equal(repeated.code, 0);
  assert.match(repeated.out, /Nothing changed/);
  const again = await run(['import', file, '--again']);
  assert.match(again.out, /0 new profiles, 1 merged/);
});

test('rejected lines exit with 2, are listed with their reasons, and are available as CSV', async () => {
  const lines = Array.from({ length: 15 }, (_, at) => `github.com/cli-r${at},bad\n`);
  const file = await fileWith('rejects.csv', header + lines.join(''));
  const { code, out } = await run(['import', file]);
  assert.equal(code, 2);
  assert.match(out, /15 rows: An email address needs a name[^\n]+\n +lines 2, 3, 4, 5, 6, …/);
  const command = /\.\/contactry rejects (imp_\w+)/.exec(out);
  const rejects = await run(['rejects', command![1]!]);
  assert.equal(rejects.code, 0);
  assert.equal(rejects.out.trimEnd().split('\n').length, 16);
  assert.match(rejects.out, /^line,scope,column,reason,detail\n2,row,email,invalid_email,"?An email/);
});

test('a dry run shows how columns are read and what would be stored, and stores nothing', async () => {
  const file = await fileWith(
    'dry.csv',
    'Where,Work Email,Shoe\ngithub.com/dry-asha,asha@dry.example,42\ngithub.com/dry-zoe,bad,43\n',
  );
  const { code, out } = await run(['import', file, '--dry-run', '--map', 'profile_url=Where']);
  assert.equal(code, 2);
  assert.match(out, /Where +profile_url\n +Work Email +work_email\n +Shoe +\(not read\)/);
  assert.match(out, /https:\/\/github\.com\/dry-asha\n +asha@dry\.example \(work\)/);
  assert.match(out, /accepted +1 .*\n.*\n +rejected +1 /);
  const again = await run(['import', file, '--map', 'profile_url=Where']);
  assert.match(again.out, /accepted +1 +1 new profile,/);
});

test('a PDF is called a PDF, whatever its name says', async () => {
  const { code, err } = await run(['import', await fileWith('people.csv', '%PDF-1.7')]);
  assert.equal(code, 1);
  assert.match(err, /The file is a PDF\. Export the contacts/);
});

test('a file in Windows-1252 is refused with the option that reads it', async () => {
  const file = await fileWith(
    'old.csv',
    Buffer.from('profile_url,email,full_name\ngithub.com/old,o@example.com,Jos\u00e9\n', 'latin1'),
  );
  const refused = await run(['import', file]);
  assert.match(refused.err, /looks like Windows-1252[\s\S]*--encoding\s+windows-1252/);
  const { code, out } = await run(['import', file, '--encoding', 'windows-1252', '--dry-run']);
  assert.equal(code, 0);
  assert.match(out, /José/);
});

test('a refused file exits with 1 and the reason', async () => {
  const file = await fileWith('nothing.csv', 'name,email\nAsha,a@example.com\n');
  const { code, err } = await run(['import', file]);
  assert.equal(code, 1);
  assert.match(err, /column\s+profile_url/);
});

test('Ctrl-C exits with 130, and the same command continues the import', async () => {
  const lines = Array.from({ length: 60_000 }, (_, at) => `github.com/cli-s${at},s${at}@example.com\n`);
  const file = await fileWith('stopped.csv', header + lines.join(''));
  const committed = async () =>
    (
      await service.database.pool.query(
        `select lines::int from directory_import where file_name = 'stopped.csv'`,
      )
    ).rows[0]?.lines ?? 0;
  const stopped = await run(['import', file], {
    whileRunning: async (interrupt) => {
      while ((await committed()) === 0);
      interrupt();
    },
  });
  assert.equal(stopped.code, 130, stopped.out + stopped.err);
  assert.match(stopped.err, /The service continues with what it has received/);
  assert.match(stopped.err, /Run the same command again\s+to/);
  const open = `select count(*)::int as imports from directory_import where status = 'running'`;
  while ((await service.database.pool.query(open)).rows[0].imports > 0);
  const done = await run(['import', file]);
  assert.equal(done.code, 0, done.out + done.err);
  assert.match(done.out, /Continuing after line [\d,]+/);
  assert.match(done.out, /60,000 rows/);
});

test('every connection problem has its own sentence and exits with 1', async () => {
  const file = await fileWith('one.csv', `${header}github.com/cli-d,\n`);
  const empty = await fileWith('empty', '\n');
  const stranger = createServer((_, response) => response.end('<html>hello</html>'));
  await once(stranger.listen(0, '127.0.0.1').unref(), 'listening');
  const strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const secret = { ADMIN_SECRET: testSecrets.admin_secret };
  const cases: [string[], Record<string, string>, RegExp][] = [
    [['import', file, '--url', 'http://127.0.0.1:1'], secret, /No service responds at .*\n.*npm start/],
    [['import', file], { ADMIN_SECRET: 'wrong' }, /rejected the admin secret/],
    [['imports', '--secret-file', join(folder, 'absent')], secret, /can't be read from .*absent \(ENOENT\)/],
    [['status', '--secret-file', empty], secret, /does not contain an admin secret/],
    [['import', file], { DATA_DIR: folder }, /No admin secret was found/],
    [['import', file, '--url', strangerUrl], secret, /not a Contactry service/],
    [['import', file, '--url', 'nonsense'], secret, /not a valid address/],
    [['import', join(folder, 'absent.csv')], secret, /does not exist/],
    [['import', 'absent'], secret, /does not exist/],
    [['import', '.'], secret, /is a folder/],
    [['status', '--url', 'http://127.0.0.1:1'], secret, /npm start/],
    [['rejects', 'imp_nothing'], secret, /No import with this id exists/],
  ];
  for (const [words, environment, sentence] of cases) {
    const { code, err } = await run(words, { environment });
    assert.equal(code, 1, words.join(' '));
    assert.match(err, sentence, words.join(' '));
    assert.doesNotMatch(err, /at .*\.ts:\d+/, 'no stack is shown');
  }
  stranger.close();
});

test('an invalid command line exits with 64', async () => {
  await fileWith('notes.md', '# Notes\n');
  for (const words of [
    ['imprt'],
    ['import'],
    ['import', '-', '-'],
    ['status', 'now'],
    ['status', '--dry-run'],
    ['take-back'],
    ['remove-value', 'github.com/a', '--email', 'a@b.example'],
    ['change-value', 'github.com/a', '--email', 'a@b.example', '--reason', 'why'],
    ['help', 'nothing'],
    ['--nope'],
    ['import', 'a', '--format', 'xml'],
  ]) {
    assert.equal((await run(words)).code, 64, words.join(' '));
  }
});

test('the secret is found where the service stores it', async () => {
  const data = join(folder, 'own-data');
  await mkdir(data);
  await writeFile(join(data, 'secrets.json'), JSON.stringify({ admin_secret: testSecrets.admin_secret }));
  const { code, out, err } = await run(['imports'], { environment: { DATA_DIR: data } });
  assert.equal(code, 0, err);
  assert.match(out, /good\.csv/);
});

test('a secret on the command line is refused without repeating it', async () => {
  for (const words of [
    ['status', '--secret', testSecrets.admin_secret],
    [`--secret=${testSecrets.admin_secret}`],
  ]) {
    const { code, err } = await run(words, { environment: {} });
    assert.equal(code, 64);
    assert.match(err, /visible to every user.*--secret-file FILE, or set ADMIN_SECRET/s);
    assert.ok(!err.includes(testSecrets.admin_secret));
  }
});

test('the secret is read from a file with nothing else, or from a secrets.json', async () => {
  const alone = await fileWith('secret', `${testSecrets.admin_secret}\n`);
  const stored = await fileWith('secrets.json', JSON.stringify(testSecrets));
  for (const file of [alone, stored]) {
    assert.equal((await run(['imports', '--secret-file', file], { environment: {} })).code, 0);
  }
});

test('status shows what the directory contains', async () => {
  const { out } = await run(['status']);
  assert.match(out, /network +profiles +with email +with phone\n +github +[\d,]+ +[\d,]+ +0\n/);
  assert.match(out, /Last import: /);
});

test('the outbox shows the codes that wait, and says so when it is empty', async () => {
  const empty = await run(['outbox']);
  assert.deepEqual([empty.code, empty.out.trim()], [0, 'The outbox is empty.']);
  const { accountId } = await givenAccount(service.database.db);
  const number = newNumber();
  const code = await sentCode(service, accountId, number);
  assert.ok((await run(['outbox'])).out.includes(`${code}  to ${number}, valid until`));
  assert.equal(JSON.parse((await run(['outbox', '--json'])).out).items[0].code, code);
});

test('admin works over the same doors, under the name of --actor', async () => {
  const { accountId } = await givenAccount(service.database.db);
  const granted = await run(['admin', 'grant', accountId, '25', '--reason', 'a call', '--actor', 'mira']);
  assert.equal(granted.code, 0, granted.err);
  const shown = await run(['admin', 'grants', 'list', '--account', accountId]);
  assert.match(shown.out, new RegExp(`grant +account .*\\n +\\d+ +${accountId} +25 .*mira +a call\\n`));
  const { items } = JSON.parse((await run(['admin', 'grants', '--account', accountId, '--json'])).out);
  assert.deepEqual([items.length, items[0].granted_by], [1, 'mira']);
  const unconfirmed = await run(['admin', 'revoke-grant', items[0].id, '--reason', 'twice']);
  assert.equal(unconfirmed.code, 64);
  assert.match(unconfirmed.err, /Take back credits of grant .*\?[\s\S]*Add --yes/);
  assert.equal((await run(['admin', 'revoke-grant', items[0].id, '--reason', 'twice', '--yes'])).code, 0);
});

test('settings are changed together with the version that was read', async () => {
  const set = await run(['admin', 'settings', 'set', 'free_repeat_days=7', '--reason', 'a trial']);
  assert.match(set.out, /free_repeat_days.*before: 0.*after: 7/s);
  assert.match((await run(['admin', 'settings'])).out, /free_repeat_days +7 +0 +days/);
  assert.equal((await run(['admin', 'settings', 'rollback', '0', '--reason', 'over'])).code, 0);
  const wrong = await run(['admin', 'settings', 'set', 'free_repeat_days=many', '--reason', 'a trial']);
  assert.equal(wrong.code, 1);
});
