import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { openLog } from '#platform/log/open-log.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { readConfig } from './config.ts';
import { commandLineSettings, greeting } from './greeting.ts';
import type { OpenSecrets } from './secrets.ts';

const url = 'http://127.0.0.1:8131';
const newService = () => testService({ environment: { PUBLIC_URL: url } });

/** All three are generated and stored in the file, unless `change` says otherwise. */
async function greet(
  { app }: TestService,
  { isTerminal = true, ...change }: Partial<OpenSecrets> & { isTerminal?: boolean } = {},
): Promise<string> {
  const file = '/somewhere/secrets.json';
  const secrets = { active: testSecrets, fromFile: testSecrets, file, ...change };
  const config = readConfig({ PUBLIC_URL: url });
  const found = commandLineSettings();
  return stripVTControlCharacters(await greeting({ app, config, secrets, isTerminal, found }));
}

const commandIn = (text: string) => /\.\/contactry import .*/.exec(text)?.[0];

test('the first greeting shows secrets and a test key for the first lookup, the next shows neither', async () => {
  await using service = await newService();
  const first = await greet(service);
  assert.ok(first.includes(`x-admin-secret     ${testSecrets.admin_secret}\n`));
  assert.ok(first.includes(`x-internal-secret  ${testSecrets.internal_secret}\n`));
  const [, key] = /KEY=(cty_test_\w+)/.exec(first)!;
  const [, body] = /-d '(\{"profile_url.*\})'/.exec(first)!;
  const answer = await service.withKey(key!, 'POST', '/api/v1/find', JSON.parse(body!));
  assert.equal(answer.json().status, 'completed');

  const [, link] = /Sign in there, once within a day: \S+(\/console\S+)/.exec(first)!;
  assert.equal((await service.request('GET', link!)).statusCode, 200);

  assert.equal(
    await greet(service),
    `\n  Contactry is ready at ${url}\n  Reference: ${url}/reference\n  For customers: ${url}/app\n  For operators: ${url}/console\n\n`,
  );
});

test('a start without a terminal shows no secret, creates no key, and leaves the first greeting for later', async () => {
  await using service = await newService();
  const unwatched = await greet(service, { isTerminal: false });
  assert.match(
    unwatched,
    /The secrets are in \/somewhere\/secrets\.json as admin_secret and internal_secret\./,
  );
  for (const secret of Object.values(testSecrets)) assert.ok(!unwatched.includes(secret));
  assert.match(commandIn(unwatched)!, /contacts\.csv --url \S+ --secret-file '\/somewhere\/secrets\.json'$/);
  assert.doesNotMatch(unwatched, /cty_test_/);

  assert.match(await greet(service), /KEY=cty_test_/);
});

test('a cell, which takes no import, is sent to doctor', async () => {
  await using service = await newService();
  const secrets = { active: testSecrets, fromFile: testSecrets, file: '/somewhere/secrets.json' };
  const config = readConfig({ PUBLIC_URL: url, DIRECTORY_URL: 'https://directory.example.com' });
  const { app } = service;
  const words = await greeting({ app, config, secrets, isTerminal: false, found: commandLineSettings() });
  assert.equal(commandIn(words), undefined);
  assert.match(words, /run \.\/contactry doctor\n/);
});

test('the command has the options it cannot find itself, and never a secret', async () => {
  await using service = await newService();
  const text = await greet(service);
  assert.equal(
    commandIn(text),
    `./contactry import docs/examples/contacts.csv --url ${url} --secret-file '/somewhere/secrets.json'`,
  );
  for (const line of text.split('\n'))
    assert.doesNotMatch(line, new RegExp(`(curl|contactry).*${testSecrets.admin_secret}`));
});

test("the operator's own secrets are not shown", async () => {
  await using service = await newService();
  const { suppression_pepper, admin_secret, internal_secret } = testSecrets;
  const text = await greet(service, { fromFile: { suppression_pepper } });
  assert.ok(!text.includes(admin_secret));
  assert.ok(!text.includes(internal_secret));
  assert.match(text, /export ADMIN_SECRET=… +# the one you set\n/);
  // They are in no file.
  assert.doesNotMatch(text, /--secret-file|secrets\.json/);
});

test('the questions of the greeting are not in the log as requests', async () => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => void lines.push(line) });
  await using service = await testService({ environment: { PUBLIC_URL: url }, log });
  assert.match(await greet(service), /KEY=cty_test_/);
  assert.deepEqual(
    lines.filter((line) => line.includes('answered')),
    [],
  );
});

test('the greeting fits into 80 columns', async () => {
  await using service = await newService();
  const long = (await greet(service))
    .split('\n')
    .filter((line) => line.length > 80 && !line.includes('--url') && !line.includes('?token='));
  assert.deepEqual(long, []);
});
