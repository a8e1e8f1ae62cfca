/** Runs the programs of docs/guide/python.md, and the code that the webhooks page shows. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { verifyPrograms } from '#web/app/views/webhooks/verify-programs.ts';
import { inherited } from './support/inherited.ts';
import { customer, importRows } from './support/kit.ts';
import { type ServedPages, servedPages } from './support/served-pages.ts';
import { scripted } from './typescript-client/scripted.ts';

const run = promisify(execFile);
const guide = await readFile(join(import.meta.dirname, '../docs/guide/python.md'), 'utf8');
const programs = new Map(
  [...guide.matchAll(/```python\n(# (\w+\.py)[\s\S]*?)```/g)].map(([, text, name]) => [name!, text!]),
);
const folder = await mkdtempDisposable(join(tmpdir(), 'contactry-python-'));

let pages: ServedPages;
before(async () => {
  for (const [name, text] of programs) await writeFile(join(folder.path, name), text);
  pages = await servedPages();
  await importRows(
    pages.service,
    'profile_url,full_name,email\nhttps://www.linkedin.com/in/asha-example,Asha Example,asha@works.example\nhttps://github.com/asha-example,Asha Example,asha@works.example\n',
  );
});
after(async () => {
  await pages?.[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function outputOf(words: string[], environment: Record<string, string> = {}): Promise<string> {
  const env = { ...inherited(), PYTHONDONTWRITEBYTECODE: '1', CONTACTRY_URL: pages.url, ...environment };
  return (await run('python3', words, { cwd: folder.path, env })).stdout;
}

test('people are looked up one by one, until the credits are spent', async () => {
  const { key } = await customer(pages.service, 1);
  const output = await outputOf(['people.py'], { CONTACTRY_KEY: key });
  const [first, second, ...more] = output.trim().split('\n');
  assert.equal(first, "https://www.linkedin.com/in/asha-example ['asha@works.example'] 0 credits left");
  assert.match(second!, /^github\.com\/asha-example insufficient_credits /);
  assert.deepEqual(more, []);
});

test('a wrong key and a wrong link are refusals with a code', async () => {
  const { key } = await customer(pages.service, 1);
  const script = `from contactry import Refused, find
try:
    find("nonsense")
except Refused as refused:
    print(refused.status, refused.code, len(str(refused)) > 10)`;
  assert.equal(await outputOf(['-c', script], { CONTACTRY_KEY: 'cty_live_wrong' }), '401 invalid_key True\n');
  assert.equal(await outputOf(['-c', script], { CONTACTRY_KEY: key }), '400 invalid_profile_url True\n');
});

/** Finds a person by the client of the guide at another address. */
const foundAt = (baseUrl: string) =>
  outputOf(
    [
      '-c',
      `from contactry import Refused, find
try:
    print(find("github.com/asha-example")["id"])
except Refused as refused:
    print(refused.code)`,
    ],
    { CONTACTRY_URL: baseUrl.replace(/\/$/, ''), CONTACTRY_KEY: 'cty_test_1' },
  );

test('a lost connection and a busy service are repeated with one Idempotency-Key', async (t) => {
  const headers = { 'retry-after': '0' };
  const busy = { status: 503, headers, body: { code: 'overloaded', detail: 'Busy.' } };
  const { baseUrl, asked } = await scripted(t, [
    { hangUp: true },
    busy,
    { body: { id: 'lkp_1', status: 'completed' } },
  ]);
  assert.equal(await foundAt(baseUrl), 'lkp_1\n');
  assert.equal(new Set(asked.map((one) => one.headers['idempotency-key'])).size, 1);
  assert.equal(asked.length, 3);
});

test('every failure is a refusal or an OSError, whatever the service sends', async (t) => {
  const script = `from contactry import Refused, find
import contactry
contactry.time.sleep = lambda seconds: None
try:
    print(find("github.com/asha-example")["id"])
except Refused as refused:
    print(refused.code)
except OSError as lost:
    print("OSError")`;
  const outcome = async (answer: Parameters<typeof scripted>[1][number]) => {
    const { baseUrl } = await scripted(t, Array(9).fill(answer));
    const environment = { CONTACTRY_URL: baseUrl.replace(/\/$/, ''), CONTACTRY_KEY: 'cty_test_1' };
    return (await outputOf(['-c', script], environment)).trim();
  };
  const length = { 'content-length': '100' };
  assert.equal(await outcome({ status: 400, body: ['x'] }), 'http_400');
  assert.equal(await outcome({ status: 400, body: 'x' }), 'http_400');
  assert.equal(await outcome({ status: 400, headers: length, cutAfter: 1 }), 'http_400');
  assert.equal(await outcome({ headers: length, cutAfter: 1 }), 'OSError');
  assert.equal(await outcome({ body: '<html>' }), 'OSError');
  assert.equal(await outcome({ hangUp: true }), 'OSError');
});

test('a redirect is not followed, so that the key stays with the service', async (t) => {
  const elsewhere = await scripted(t, []);
  const { baseUrl } = await scripted(t, [{ status: 302, headers: { location: elsewhere.baseUrl } }]);
  assert.equal(await foundAt(baseUrl), 'http_302\n');
  assert.equal(elsewhere.asked.length, 0);
});

test('a job is created, waited for and read', async () => {
  const { key } = await customer(pages.service, 5);
  assert.equal(
    await outputOf(['job.py'], { CONTACTRY_KEY: key }),
    "completed 1 credits\ncrm-1 completed ['asha@works.example']\n",
  );
});

const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
const body = '{"type":"endpoint.test","data":{"message":"Añjali"}}';
const headers = webhookHeaders(secret, { id: 'msg_1', sentAt: new Date(), body });
const old = webhookHeaders(secret, { id: 'msg_1', sentAt: new Date(Date.now() - 301_000), body });
const verdicts = [
  [headers, body, secret],
  [headers, `${body} `, secret],
  [headers, body, `whsec_${Buffer.alloc(32, 'b').toString('base64')}`],
  [old, body, secret],
  [{}, body, secret],
  [{ ...headers, 'webhook-timestamp': '9'.repeat(5_000) }, body, secret],
];
const expected = [true, false, false, false, false, false];

test('the guide and the page verify a message with the same Python', async () => {
  assert.ok(programs.get('webhook.py')!.includes(verifyPrograms.python));
  const script = `import json, sys
from webhook import is_genuine
print(json.dumps([is_genuine(headers, body.encode(), secret) for headers, body, secret in json.loads(sys.argv[1])]))`;
  assert.deepEqual(JSON.parse(await outputOf(['-c', script, JSON.stringify(verdicts)])), expected);
});

test('the page verifies a message in TypeScript', async () => {
  const file = join(folder.path, 'verify.ts');
  await writeFile(file, verifyPrograms.typescript);
  const { isGenuine } = (await import(file)) as {
    isGenuine(headers: object, body: string, secret: string): boolean;
  };
  assert.deepEqual(
    verdicts.map(([given, text, key]) => isGenuine(given as object, text as string, key as string)),
    expected,
  );
});
