/**
 * `npm run n8n:try`: installs a real n8n (about 3 GB), lints, builds and loads the nodes, runs a workflow, and starts another one by an event.
 * `--folder DIR` keeps what is installed there for the next time. See docs/guide/contributing.md.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { onServer, openTestServer, serverVariable, urlOf } from '../../support/database-server.ts';
import { eventually } from '../../support/eventually.ts';
import { customer, importRows } from '../../support/kit.ts';
import { servedPages } from '../../support/served-pages.ts';
import { installN8n, installNodes } from './install.ts';
import { n8nProgram } from './n8n-program.ts';
import { afterJobs, credentialsOf, lookingUp } from './workflows.ts';

const say = console.log;
const profiles = ['asha', 'ravi'].map((name) => `https://github.com/${name}-example`);
const emails = ['asha@works.example', 'ravi@works.example'];

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1');
  await new Promise((listening) => socket.once('listening', listening));
  const { port } = socket.address() as AddressInfo;
  await new Promise((closed) => socket.close(closed));
  return port;
}

/** Receives the results that the second workflow sends. */
async function openReceiver() {
  const received: { emails: { address: string }[] }[] = [];
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(Buffer.concat(await request.toArray()).toString()));
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { received, url, close: () => server.close() };
}

async function tryIn(folder: string): Promise<void> {
  await installN8n(folder, say);
  const nodes = await installNodes(folder, say);
  await using user = await mkdtempDisposable(join(tmpdir(), 'contactry-n8n-user-'));
  const { server, close } = await openTestServer();
  process.env[serverVariable] = JSON.stringify(server);
  const receiver = await openReceiver();
  try {
    const database = `${server.prefix}_n8n`;
    await onServer(server, `create database ${database}`);
    const port = await freePort();
    const webhookUrl = `http://127.0.0.1:${port}/`;
    const program = n8nProgram({
      folder: join(folder, 'n8n'),
      port,
      databaseUrl: urlOf(server, database),
      webhookUrl,
      nodes,
      userFolder: user.path,
    });
    await using pages = await servedPages({
      environment: { SITE_STAND_INS: `https://hooks.example.com=http://127.0.0.1:${port}` },
    });
    await importRows(
      pages.service,
      `profile_url,full_name,email\n${profiles.map((url, at) => `${url},Example,${emails[at]}\n`).join('')}`,
    );
    const { key } = await customer(pages.service, 100);
    const api = (method: 'GET' | 'POST', path: string, body?: object) =>
      pages.service.withKey(key, method, path, body);

    await importAll(program, user.path, { url: pages.url, key, receiver: receiver.url });
    await runAtOnce(program);
    await runByEvent(program, api, receiver.received);
  } finally {
    receiver.close();
    await close();
  }
}
type Program = ReturnType<typeof n8nProgram>;

async function importAll(
  program: Program,
  folder: string,
  { url, key, receiver }: { url: string; key: string; receiver: string },
): Promise<void> {
  const file = async (name: string, content: unknown) => {
    await writeFile(join(folder, name), JSON.stringify(content));
    return `--input=${join(folder, name)}`;
  };
  await program.run('import:credentials', await file('credentials.json', credentialsOf(url, key)));
  const workflows = [lookingUp(profiles), afterJobs(receiver)];
  await program.run('import:workflow', await file('workflows.json', workflows));
  say('n8n has the credentials and two workflows.');
}

async function runAtOnce(program: Program): Promise<void> {
  const output = await program.run('execute', '--id=looking-up', '--rawOutput');
  const { data } = JSON.parse(output.slice(output.indexOf('{')));
  const itemsOf = (name: string) =>
    data.resultData.runData[name][0].data.main[0].map(({ json }: { json: unknown }) => json);
  const address = ({ emails: [first] }: { emails: { address: string }[] }) => first!.address;
  assert.deepEqual(itemsOf('Look up').map(address), emails);
  assert.equal(itemsOf('Wait')[0].status, 'completed');
  assert.deepEqual(
    itemsOf('Results').map(({ lookup }: { lookup: Parameters<typeof address>[0] }) => address(lookup)),
    emails,
  );
  assert.ok(itemsOf('Usage').length > 0);
  say('A workflow looked two people up, ran a job of both, read its results, and the usage.');
}

async function runByEvent(
  program: Program,
  api: (method: 'GET' | 'POST', path: string, body?: object) => Promise<{ json(): { items: unknown[] } }>,
  received: { emails: { address: string }[] }[],
): Promise<void> {
  await program.run('publish:workflow', '--id=after-jobs');
  const n8n = program.start();
  try {
    const endpoints = async () => (await api('GET', '/api/v1/webhooks/endpoints')).json().items;
    await eventually(async () => {
      assert.ok(n8n.isRunning(), n8n.output());
      assert.equal((await endpoints()).length, 1);
    }, 500);
    say('The trigger added its endpoint.');
    await api('POST', '/api/v1/jobs', { profiles: profiles.map((profile_url) => ({ profile_url })) });
    await eventually(async () => assert.equal(received.length, 2), 100);
    assert.deepEqual(received.map(({ emails: [first] }) => first!.address).sort(), emails);
    say('A job ended, and its signed event ran the workflow, which sent both results.');
  } catch (error) {
    say(n8n.output());
    // Every attempt, with the answer of n8n.
    say(JSON.stringify((await api('GET', '/api/v1/webhooks/deliveries')).json().items, null, 2));
    throw error;
  } finally {
    await n8n.stop();
  }
}

const { values } = parseArgs({ options: { folder: { type: 'string' } } });
if (values.folder) {
  await mkdir(values.folder, { recursive: true });
  await tryIn(resolve(values.folder));
} else {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'contactry-n8n-'));
  await tryIn(folder.path);
}
