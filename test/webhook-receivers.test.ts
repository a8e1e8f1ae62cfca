/** The receivers of docs/guide/webhooks.md, as processes of their own, with a service that sends them messages. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { webhookHeaders } from '#core/http/standard-webhooks.ts';
import { verifyPrograms } from '#web/app/views/webhooks/verify-programs.ts';
import { Client } from '../clients/typescript/src/index.ts';
import { eventually } from './support/eventually.ts';
import { blocksOf } from './support/guide.ts';
import { customer } from './support/kit.ts';
import { onThePath } from './support/on-the-path.ts';
import { type ServedPages, servedPages } from './support/served-pages.ts';

const folder = await mkdtempDisposable(join(tmpdir(), 'receivers-'));
const ports = { typescript: await freePort(), python: await freePort() };
const pages: ServedPages = await servedPages({
  environment: {
    SITE_STAND_INS: Object.entries(ports)
      .map(([name, port]) => `https://${name}.example.com=http://127.0.0.1:${port}`)
      .join(','),
  },
});
const started: ChildProcess[] = [];
after(async () => {
  for (const child of started) child.kill();
  await pages[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

type Language = keyof typeof verifyPrograms;

/** Writes the files of the guide, and starts its receiver. */
async function receiver(language: Language, program: string, secret: string) {
  const blocks = blocksOf('webhooks.md', 'Verifying a message').filter(({ text }) =>
    text.startsWith(language === 'python' ? '# ' : '// '),
  );
  const names: string[] = [];
  for (const { text } of blocks) {
    const name = /^(?:#|\/\/) ([\w.-]+)/.exec(text)![1]!;
    names.push(name);
    await writeFile(join(folder.path, name), text.replace('9917', String(ports[language])));
  }
  assert.equal(names.length, 2, 'the function, and the receiver that uses it');
  assert.equal(blocks[0]!.text.split('\n').slice(1).join('\n').trim(), verifyPrograms[language]);
  const child = spawn(program, [names[1]!], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  const printed: string[] = [];
  createInterface(child.stdout!).on('line', (line) => printed.push(line));
  const url = `http://127.0.0.1:${ports[language]}/`;
  const post = async (headers: Record<string, string>, body: string) =>
    (await fetch(url, { method: 'POST', headers, body })).status;
  await eventually(async () => assert.equal(await post({}, '{}'), 401));
  return { post, printed };
}

async function verifies(language: Language, program: string): Promise<void> {
  const { key } = await customer(pages.service);
  const client = new Client({ baseUrl: pages.url, key });
  const endpoint = await client.webhooks.createEndpoint({ url: `https://${language}.example.com/in` });
  const { secret } = endpoint;
  const { post, printed } = await receiver(language, program, secret);

  const { id } = await client.webhooks.testEndpoint(endpoint.id);
  await eventually(async () => assert.deepEqual(printed, [`${id} endpoint.test`]));

  const body = '{"type":"job.completed","data":{"name":"Añjali"}}';
  const other = `whsec_${Buffer.alloc(32, 'b').toString('base64')}`;
  const signed = (by: string | string[] = secret, sentAt = new Date()) =>
    webhookHeaders(by, { id: 'msg_1', sentAt, body });
  assert.equal(await post(signed([other, secret]), body), 204, 'one of two secrets is enough');
  const { 'webhook-signature': signature, ...unsigned } = signed();
  const forged: [string, Record<string, string>, string][] = [
    ['another secret', signed(other), body],
    ['another body', signed(), `${body} `],
    ['another id', { ...signed(), 'webhook-id': 'msg_2' }, body],
    ['an old message', signed(secret, new Date(Date.now() - 400_000)), body],
    ['a message of the future', signed(secret, new Date(Date.now() + 400_000)), body],
    ['no time', { ...signed(), 'webhook-timestamp': 'now' }, body],
    ['no signature', unsigned, body],
    ['half a signature', { ...unsigned, 'webhook-signature': signature!.slice(0, 20) }, body],
  ];
  for (const [what, headers, text] of forged) assert.equal(await post(headers, text), 401, what);
  assert.deepEqual(printed.slice(1), ['msg_1 job.completed']);
}

test('the receiver in TypeScript takes what the service signed, and nothing else', () =>
  verifies('typescript', process.execPath));

test('the receiver in Python takes what the service signed, and nothing else', async ({ skip }) => {
  const python = onThePath('python3');
  if (!python) return skip('python3 is not installed, so only the receiver in TypeScript was run');
  await verifies('python', python);
});
