import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { manifest } from '#app/manifest.ts';
import { type Call, codeOf, type Language, languages } from '#web/app/parts/code/code-of.ts';
import { callOf } from '#web/app/views/requests/call-of.ts';
import { operations } from '#web/app/views/requests/operations.ts';

const run = promisify(execFile);
const client = join(import.meta.dirname, '../../clients/typescript/src/index.ts');

interface Received {
  route: string;
  authorization: string | undefined;
  type: string | undefined;
  body: string;
}
const received: Received[] = [];
const server = createServer(async (request, response) => {
  const { authorization, 'content-type': type } = request.headers;
  const body = Buffer.concat(await request.toArray()).toString();
  received.push({ route: `${request.method} ${request.url}`, authorization, type, body });
  response.setHeader('content-type', 'application/json').end('{"done":true}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const folder = await mkdtempDisposable(join(tmpdir(), 'code-'));
after(async () => {
  server.close();
  await folder[Symbol.asyncDispose]();
});
await writeFile(join(folder.path, "people's.csv"), 'Who,Where\n');

const programs: Readonly<Record<Language, (code: string) => [string, ...string[]]>> = {
  curl: (code) => ['sh', '-c', code],
  typescript: (code) => [
    process.execPath,
    '--input-type=module-typescript',
    '-e',
    code.replace("'contactry'", `'${client}'`),
  ],
  python: (code) => ['python3', '-c', code],
};

/** Sends the call by running its code, and returns what arrived. */
async function sent(call: Call, language: Language): Promise<Received> {
  received.length = 0;
  const [program, ...words] = programs[language](codeOf(call, language, url));
  const environment = { ...process.env, CONTACTRY_KEY: 'cty_test_$HOME' };
  await run(program, words, { cwd: folder.path, env: environment });
  assert.equal(received.length, 1, language);
  return received[0]!;
}

const hostile = `it's "quoted" $HOME \`id\` \\ \n {lookup_id} \u2028 é 漢 🙂 %s ; rm`;

const calls: [promise: string, Call, expected: Omit<Received, 'authorization'> & { json?: unknown }][] = [
  [
    'a body arrives as it is, with any text',
    {
      route: 'POST /api/v1/find',
      body: { profile_url: hostile, "it's": [1, true, null, {}], is: { nested: [hostile] } },
    },
    {
      route: 'POST /api/v1/find',
      type: 'application/json',
      body: '',
      json: { profile_url: hostile, "it's": [1, true, null, {}], is: { nested: [hostile] } },
    },
  ],
  [
    'parameters are part of the address',
    {
      route: 'GET /api/v1/jobs/{job_id}/items',
      path: { job_id: 'a b/c' },
      query: { limit: 5, q: "it's & that" },
    },
    { route: 'GET /api/v1/jobs/a%20b%2Fc/items?limit=5&q=it%27s+%26+that', type: undefined, body: '' },
  ],
  [
    'a file is sent with the other members in the address',
    {
      route: 'POST /api/v1/jobs',
      query: { name: 'June' },
      file: { name: "people's.csv", type: 'text/csv' },
    },
    { route: 'POST /api/v1/jobs?name=June', type: 'text/csv', body: 'Who,Where\n' },
  ],
];

for (const [language, name] of languages) {
  for (const [promise, call, { json, ...expected }] of calls)
    test(`${name}: ${promise}`, async () => {
      const { authorization, ...arrived } = await sent(call, language);
      assert.equal(authorization, 'Bearer cty_test_$HOME');
      if (json === undefined) assert.deepEqual(arrived, expected);
      else assert.deepEqual({ ...arrived, body: JSON.parse(arrived.body) }, { ...expected, body: json });
    });
}

test('a logged request becomes a call, but not one that was cut or was a message of an agent', () => {
  const logged = { operation: 'lookup.find', method: 'POST', path: '/mcp', request: '{"body":{"name":"A"}}' };
  assert.deepEqual(callOf(logged), { route: 'POST /api/v1/find', body: { name: 'A' } });
  const other = { ...logged, operation: 'agents.answer-agent' };
  assert.equal(callOf(other), null);
  assert.deepEqual(callOf({ ...other, path: '/api/v1/usage', method: 'GET', request: '{}' }), {
    route: 'GET /api/v1/usage',
  });
  for (const request of [null, '{"body":{"na…']) assert.equal(callOf({ ...logged, request }), null);
});

test('the filter of requests offers operations that a key may call', () => {
  const known = manifest.operations
    .filter(({ doors }) => doors.some(({ access }) => access === 'key' || access === 'agent'))
    .map(({ id }) => id);
  assert.deepEqual(
    operations.map(([id]) => id).filter((id) => !known.includes(id)),
    [],
  );
});
