/** The package as pip installs it: its types, its tests, and the programs of its README and of its guide. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { eventually } from '../support/eventually.ts';
import { customer, importRows } from '../support/kit.ts';
import { type VirtualEnvironment, virtualEnvironment } from '../support/python.ts';
import { type ServedPages, servedPages } from '../support/served-pages.ts';
import { testSecrets } from '../support/service.ts';

const root = join(import.meta.dirname, '../..');
const tests = join(root, 'clients/python/tests');
const asha = 'https://www.linkedin.com/in/asha-example';

let pages: ServedPages;
let installed: VirtualEnvironment;
/** Programs of the README by the heading above them, and of the guide by their file. */
const programs = new Map<string, string>();

before(async () => {
  installed = await virtualEnvironment(join(root, 'clients/python'), 'mypy', 'flask');
  const readme = await readFile(join(root, 'clients/python/README.md'), 'utf8');
  const [opening, ...parts] = readme.split('\n## ');
  const programsIn = (text: string) => [...text.matchAll(/```python\n(.*?)```/gs)].map(([, one]) => one!);
  const [client] = programsIn(opening!);
  for (const part of parts) {
    const text = programsIn(part).join('\n');
    if (text) programs.set(part.split('\n')[0]!, client! + text);
  }
  const guide = await readFile(join(root, 'docs/guide/python.md'), 'utf8');
  for (const text of programsIn(guide)) programs.set(/^# (\w+\.py)/.exec(text)![1]!, text);
  for (const [at, text] of [...programs.values()].entries())
    await writeFile(join(installed.path, `program_${at}.py`), text);
  pages = await servedPages();
  const rows = [asha, 'https://github.com/asha-example'].map(
    (url) => `${url},Asha Example,asha@works.example\n`,
  );
  await importRows(pages.service, `profile_url,full_name,email\n${rows.join('')}`);
});
after(async () => {
  await pages?.[Symbol.asyncDispose]();
  await installed?.[Symbol.asyncDispose]();
});

async function outputOf(program: string, key: string): Promise<string> {
  const text = programs.get(program);
  assert.ok(text, program);
  const { admin_secret: ADMIN_SECRET } = testSecrets;
  return installed.python(['-c', text], { CONTACTRY_URL: pages.url, CONTACTRY_KEY: key, ADMIN_SECRET });
}
const sandboxKey = async () => (await customer(pages.service, 1, { mode: 'test' })).key;

test('the package, its tests and every program are clean for a strict type checker', async () => {
  const files = [...programs.keys()].map((_, at) => `program_${at}.py`);
  const mypy = ['-m', 'mypy', '--strict'];
  await installed.python([...mypy, '-p', 'contactry']);
  await installed.python([...mypy, ...files]);
  await installed.python([...mypy, '--explicit-package-bases', tests], { MYPYPATH: tests });
});

test('its own tests pass', async () => {
  await installed.python(['-m', 'unittest', 'discover', '-s', tests]);
});

test('the README looks a person up with a sandbox key', async () => {
  const output = await outputOf('Look a person up', await sandboxKey());
  assert.match(output, /^\S+@\S+ \w+ fictional\n[\s\S]*0 charged, \d+ left\ncompleted\n$/);
});

test('the README does the same with async', async () => {
  const output = await outputOf('The same with `async`', await sandboxKey());
  assert.match(
    output,
    /^https:\/\/www\.linkedin\.com\/in\/asha-example \['.+'\]\ngithub\.com\/asha-example \['.+'\]\n$/,
  );
});

test('the README runs a job of a file, waits for it, and saves its results', async () => {
  const output = await outputOf('Look up thousands', await sandboxKey());
  assert.match(output, /0 of 1 to go\ncompleted 0 credits\n$/);
  assert.match(await readFile(join(installed.path, 'results.csv'), 'utf8'), /github\.com\/asha-example/);
});

test('the README reads lists to their end', async () => {
  const key = await sandboxKey();
  await outputOf('Look up thousands', key);
  assert.match(await outputOf('Lists', key), /^June 1 completed \[.+\]\n\d+ of \d+\n$/);
});

test('the README catches refusals, and repeats with its own key', async () => {
  const key = await sandboxKey();
  assert.match(await outputOf('Errors', key), /^invalid_profile_url .+ False\n$/);
  assert.equal(await outputOf('Repeats', key), '');
});

test('the README calls operators’ doors by their routes', async () => {
  await customer(pages.service, 0, { email: 'you@example.com' });
  assert.match(await outputOf('Other doors', ''), /^\S+\n$/);
});

test('the guide looks people up until the credits are spent', async () => {
  const { key } = await customer(pages.service, 1);
  const [first, second, third, ...more] = (await outputOf('people.py', key)).trim().split('\n');
  assert.equal(first, `${asha} ['asha@works.example'] 0 credits left`);
  assert.match(second!, /^nonsense invalid_profile_url /);
  assert.deepEqual([third, ...more], ['You have 0 credits.']);
});

test('the guide runs a job and reads its items', async () => {
  const { key } = await customer(pages.service, 5);
  assert.equal(
    await outputOf('job.py', key),
    "completed 1 credits\ncrm-1 completed ['asha@works.example']\n",
  );
});

test('the server of the README answers a genuine message with 204 and another with 401', async (t) => {
  const secret = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
  const text = programs
    .get('Webhooks')!
    .replace('9917', '0')
    .replace(
      /HTTPServer\((.*)\)\.serve_forever\(\)/,
      'server = HTTPServer($1)\nprint(server.server_port, flush=True)\nserver.serve_forever()',
    );
  const server = spawn(join(installed.path, 'venv/bin/python'), ['-c', text], {
    env: { ...process.env, CONTACTRY_URL: pages.url, CONTACTRY_KEY: 'cty_test_1', WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(async () => {
    server.kill();
    await once(server, 'exit');
  });
  let output = '';
  server.stdout.setEncoding('utf8').on('data', (some) => (output += some));
  await eventually(async () => assert.match(output, /^\d+\n/));
  const body = '{"type":"job.completed","data":{"counts":{"completed":7}}}';
  const headers = webhookHeaders(secret, { id: 'msg_1', sentAt: new Date(), body });
  const send = async (text: string) =>
    (await fetch(`http://127.0.0.1:${Number.parseInt(output, 10)}/`, { method: 'POST', headers, body: text }))
      .status;
  assert.deepEqual([await send(body), await send(`${body} `)], [204, 401]);
  await eventually(async () => assert.match(output, /msg_1 7 found/));
});
