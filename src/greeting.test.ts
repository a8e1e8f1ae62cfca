import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { readConfig } from './config.ts';
import { greeting } from './greeting.ts';
import type { Secrets } from './secrets.ts';

const url = 'http://127.0.0.1:8131';
let service: TestService;
before(async () => {
  service = await testService({ environment: { PUBLIC_URL: url } });
});
after(() => service[Symbol.asyncDispose]());

async function greet(environment: Record<string, string>, generated: Partial<Secrets>): Promise<string> {
  const config = readConfig(environment);
  const opened = { secrets: testSecrets, generated, file: '/somewhere/secrets.json' };
  return stripVTControlCharacters(await greeting({ app: service.app, config, ...opened }));
}

const commandIn = (text: string) => /npx contactry import .*/.exec(text)?.[0];

test('the command line is told the address, and nothing it finds by itself', async () => {
  const text = await greet({}, testSecrets);
  assert.equal(commandIn(text), `npx contactry import docs/examples/contacts.csv --url ${url}`);
});

test('the command line is told where the secret is when the data folder is another', async () => {
  const text = await greet({ DATA_DIR: '/somewhere' }, testSecrets);
  assert.ok(commandIn(text)!.endsWith(` --secret-file '/somewhere/secrets.json'`));
});

test('no command has the admin secret among its words, where ps shows it', async () => {
  for (const line of (await greet({}, testSecrets)).split('\n'))
    assert.doesNotMatch(line, new RegExp(`(curl|contactry).*${testSecrets.admin_secret}`));
});

test("the operator's own secrets are not shown", async () => {
  const { admin_secret: ADMIN_SECRET, internal_secret: INTERNAL_SECRET, suppression_pepper } = testSecrets;
  const text = await greet({ ADMIN_SECRET, INTERNAL_SECRET }, { suppression_pepper });
  assert.ok(!text.includes(ADMIN_SECRET));
  assert.ok(!text.includes(INTERNAL_SECRET));
  assert.ok(!commandIn(text)!.includes('--secret'));
  assert.ok(text.includes('echo "x-admin-secret: $ADMIN_SECRET" | curl'));
});

test('a later start shows no secret and makes no key', async () => {
  const text = await greet({}, {});
  assert.equal(text, `\n  Contactry is ready at ${url}   (reference: ${url}/reference)\n\n`);
});
