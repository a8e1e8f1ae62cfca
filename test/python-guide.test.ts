/** The programs of docs/guide/python.md, run by Python against a service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import type { ApiDocument, Schema } from '../scripts/client-types.ts';
import { blocksOf } from './support/guide.ts';
import { customer } from './support/kit.ts';
import { onThePath } from './support/on-the-path.ts';
import { servedPages } from './support/served-pages.ts';
import { scripted } from './typescript-client/scripted.ts';

const python = onThePath('python3');
const options = {
  skip: python ? false : 'python3 is not installed, so the programs of the guide were not run',
};
const folder = await mkdtempDisposable(join(tmpdir(), 'python-guide-'));
after(() => folder[Symbol.asyncDispose]());
for (const heading of ['The client', 'Look up a list of people', 'Look up thousands'])
  for (const { text } of blocksOf('python.md', heading))
    await writeFile(join(folder.path, /^# ([\w.]+)/.exec(text)![1]!), text);

const run = promisify(execFile);
async function printed(words: string[], environment: Record<string, string> = {}): Promise<string[]> {
  const env = { PATH: process.env.PATH, ...environment };
  const { stdout } = await run(python!, words, { cwd: folder.path, env });
  return stdout.trim().split('\n');
}

test('the programs look up a list of people, and a job of them', options, async () => {
  await using pages = await servedPages();
  const { key } = await customer(pages.service, 0, { mode: 'test' });
  const environment = { CONTACTRY_URL: pages.url, CONTACTRY_KEY: key };

  const [found, unknown, refused, ...more] = await printed(['people.py'], environment);
  assert.match(found!, /asha-example completed \['.+@.+'.*\] 0$/);
  assert.equal(unknown, 'github.com/nobody-example not_found [] 0');
  assert.equal(refused, 'no link unsupported_profile_url');
  assert.deepEqual(more, []);

  const [ended, ...guests] = await printed(['guests.py'], environment);
  assert.equal(ended, 'completed 2');
  assert.match(guests.join('\n'), /^guest-1 completed \['\+.*'\]\nguest-2 completed \['\+.*'\]$/);
});

test('an account without credits reads so, and a 422 has its fields', options, async () => {
  await using pages = await servedPages();
  const { key } = await customer(pages.service, 0);
  const environment = { CONTACTRY_URL: pages.url, CONTACTRY_KEY: key };
  const program = `
from contactry import Client, ContactryError
client = Client("${pages.url}", "${key}")
try:
    client.create_job([])
except ContactryError as error:
    print(error.code, error.status, error.detail[0]["loc"])`;
  await assert.rejects(printed(['people.py'], environment), { stderr: '0 credits left\n' });
  assert.deepEqual(await printed(['-c', program]), ["validation 422 ['body', 'profiles']"]);
});

/** Finds a person by the client of the guide. Prints the answer's id, or the error. */
const finding = (url: string) => `
from contactry import Client, ContactryError
try:
    print(Client("${url}", "cty_test_1").find("github.com/asha-example")["id"])
except ContactryError as error:
    print(error.code, error.retry_after, error.is_passing)`;

test('a passing refusal and a lost connection are repeated with one Idempotency-Key', options, async (t) => {
  const busy = {
    status: 503,
    headers: { 'retry-after': '0' },
    body: { code: 'overloaded', detail: 'Busy.' },
  };
  const { baseUrl, asked } = await scripted(t, [{ hangUp: true }, busy, { body: { id: 'lkp_1' } }]);
  assert.deepEqual(await printed(['-c', finding(baseUrl)]), ['lkp_1']);
  assert.equal(asked.length, 3);
  assert.equal(new Set(asked.map(({ headers }) => headers['idempotency-key'])).size, 1);
  assert.equal(asked[0]!.headers.authorization, 'Bearer cty_test_1');
});

test('other refusals, long waits, redirects and pages of proxies are errors at once', options, async (t) => {
  const refused = { status: 402, body: { code: 'insufficient_credits', detail: 'Buy credits.' } };
  const late = {
    status: 429,
    headers: { 'retry-after': '3600' },
    body: { code: 'rate_limited', detail: '' },
  };
  const away = { status: 302, headers: { location: 'http://127.0.0.1:9/' } };
  const page = { status: 500, body: '<h1>Sorry</h1>' };
  for (const [answer, line] of [
    [refused, 'insufficient_credits None False'],
    [late, 'rate_limited 3600.0 True'],
    [away, 'http_302 None False'],
    [page, 'http_500 None False'],
  ] as const) {
    const { baseUrl, asked } = await scripted(t, [answer]);
    assert.deepEqual(await printed(['-c', finding(baseUrl)]), [line]);
    assert.equal(asked.length, 1);
  }
});

/** The members of each TypedDict, with the values that a Literal allows. */
const types = `
import contactry, json, typing
def literals(hint):
    return sorted(typing.get_args(hint)) if typing.get_origin(hint) is typing.Literal else None
print(json.dumps({
    name: {member: literals(hint) for member, hint in typing.get_type_hints(kind).items()}
    for name, kind in vars(contactry).items() if typing.is_typeddict(kind)
}))`;

test('the types are those of the API', options, async () => {
  const text = await readFile(join(import.meta.dirname, '../docs/openapi.json'), 'utf8');
  const { schemas } = (JSON.parse(text) as ApiDocument).components;
  const shapes: Record<string, Schema> = {
    Source: schemas.Provenance!,
    Email: schemas.EmailContact!,
    Phone: schemas.PhoneContact!,
    Link: schemas.LinkContact!,
    Credits: schemas.LookupCredits!,
    Lookup: schemas.FindAnswer!,
    Profile: schemas.JobProfile!,
    Job: schemas.Job!,
    Item: schemas.ListItemsAnswer!.properties!.items!.items!,
  };
  const [line] = await printed(['-c', types]);
  const kinds = JSON.parse(line!) as Record<string, Record<string, string[] | null>>;
  assert.deepEqual(Object.keys(kinds).sort(), Object.keys(shapes).sort());
  for (const [name, members] of Object.entries(kinds))
    for (const [member, values] of Object.entries(members)) {
      const schema = shapes[name]!.properties?.[member];
      assert.ok(schema, `${name}.${member}`);
      const allowed = schema.enum ?? schema.anyOf?.map((one) => one.const);
      if (values) assert.deepEqual(allowed?.toSorted(), values, `${name}.${member}`);
    }
});
