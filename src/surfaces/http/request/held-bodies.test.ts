import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  type BodyBudget,
  knownSenders,
  sendersWithoutPlan,
  unverifiedSenders,
} from '#core/input/held-bodies.ts';
import { eventually } from '#test/support/eventually.ts';
import { givenCredits, givenKey } from '#test/support/kit.ts';
import { type Connection, listening } from '#test/support/raw-connection.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';

let service: TestService;
let open: Awaited<ReturnType<typeof listening>>;
before(async () => {
  service = await testService({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  open = await listening(service);
});
after(() => service[Symbol.asyncDispose]());

const MiB = 1024 * 1024;

interface Sent {
  path: string;
  type: string;
  /** Header lines. */
  credential?: string;
  sender?: number;
}

const signed: Sent = { path: '/api/v1/identity/whatsapp/webhook', type: 'application/json' };

const head = ({ path, type, credential = '', sender = 0 }: Sent, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 203.0.113.${sender}\r\nContent-Type: ${type}\r\n${credential}Content-Length: ${bytes}\r\n\r\n`;

/** A body that never ends. */
function unfinished(sent: Sent, bytes: number): Connection {
  const connection = open.connection(head(sent, Math.floor(bytes) + 1));
  connection.socket.write(Buffer.alloc(Math.floor(bytes), ' '));
  return connection;
}

/** The answer to a whole body. */
async function answerTo(sent: Sent, bytes: number): Promise<{ status: string; head: string }> {
  const { socket, answer } = open.connection(head(sent, bytes));
  socket.write(Buffer.alloc(bytes, ' '));
  const answered = await answer();
  socket.destroy();
  return { status: /^HTTP\/1\.1 (\d+)/.exec(answered.head)![1]!, head: answered.head };
}

/** A body sent in order to see whether these have arrived could take their place. */
const areHeld = (budget: BodyBudget, bytes: number) =>
  eventually(async () => assert.ok(budget.bytesHeld >= bytes, `${budget.bytesHeld} bytes`));
const nothingIsHeld = (budget: BodyBudget) => eventually(async () => assert.equal(budget.bytesHeld, 0));

const statusIs = (status: string, sent: Sent, bytes: number) =>
  eventually(async () => assert.equal((await answerTo(sent, bytes)).status, status));

const endAll = (connections: readonly Connection[]) => {
  for (const { socket } of connections) socket.destroy();
};

test('beyond 48 MiB of unfinished unsigned bodies a delivery is 503, until their senders are gone', async () => {
  const length = Math.floor(unverifiedSenders.bytesMax / (1.9 * MiB));
  const senders = Array.from({ length }, (_, at) => unfinished({ ...signed, sender: at + 1 }, 1.9 * MiB));
  await areHeld(unverifiedSenders, length * 1.9 * MiB);
  assert.equal((await answerTo(signed, MiB)).status, '503');
  endAll(senders);
  await nothingIsHeld(unverifiedSenders);
  assert.equal((await answerTo(signed, MiB)).status, '401');
});

test('one address holds an eighth of them, which keeps no one else out, and a refused body is released at once', async () => {
  const senders = Array.from({ length: 3 }, () => unfinished(signed, 1.9 * MiB));
  await areHeld(unverifiedSenders, 3 * 1.9 * MiB);
  assert.equal((await answerTo(signed, MiB)).status, '503');
  assert.equal((await answerTo({ ...signed, sender: 1 }, MiB)).status, '401');
  const refused = unfinished(signed, 1.9 * MiB);
  assert.match((await refused.answer()).head, / 503 /);
  senders[0]!.socket.destroy();
  await statusIs('401', signed, MiB);
  endAll([...senders, refused]);
});

async function uploaderOf(plan = 'starter', path = '/api/v1/jobs'): Promise<Sent> {
  const { text, account } = await givenKey(service.database.db, { plan });
  await givenCredits(service.database.db, account, 1);
  return { path, type: 'text/csv', credential: `Authorization: Bearer ${text}\r\n` };
}

/** The same through the dashboard. */
async function dashboardUploaderOf(plan: string): Promise<Sent> {
  const { accountId, account } = await givenKey(service.database.db, { plan });
  await givenCredits(service.database.db, account, 1);
  const credential = `x-internal-secret: ${testSecrets.internal_secret}\r\n`;
  return { path: `/internal/jobs/${accountId}`, type: 'text/csv', credential };
}

test('an account holds 20 MiB of unfinished files; what is beyond is 503 with Retry-After, and others are let in', async () => {
  const [one, other] = [await uploaderOf(), await uploaderOf()];
  const uploads = [unfinished(one, 15 * MiB)];
  await areHeld(knownSenders, 15 * MiB);
  const refused = await answerTo(one, 6 * MiB);
  assert.equal(refused.status, '503');
  assert.match(refused.head, /retry-after: 5/i);
  assert.equal((await answerTo(other, 6 * MiB)).status, '400');
  endAll(uploads);
  await statusIs('400', one, 6 * MiB);
});

test('accounts without a plan hold 40 MiB together, by key or by the dashboard, which keeps out no account with a plan', async () => {
  const free = [await uploaderOf('none'), await dashboardUploaderOf('none'), await uploaderOf('none')];
  const [bytes, before] = [13 * MiB, knownSenders.bytesHeld];
  const uploads = free.map((sent) => unfinished(sent, bytes));
  await areHeld(sendersWithoutPlan, 3 * bytes);
  assert.equal(knownSenders.bytesHeld, before);
  for (const refused of [await uploaderOf('none'), await dashboardUploaderOf('none')])
    assert.equal((await answerTo(refused, 2 * MiB)).status, '503');
  for (const admitted of [await uploaderOf(), await dashboardUploaderOf('starter')])
    assert.equal((await answerTo(admitted, 2 * MiB)).status, '400');
  endAll(uploads);
  await nothingIsHeld(sendersWithoutPlan);
  await statusIs('400', free[0]!, 2 * MiB);
});

test('a caller without a credential holds from the part of accounts without a plan', async () => {
  const anonymous = { path: '/api/v1/extension/refresh', type: 'application/json' };
  const body = unfinished(anonymous, 17 * 1024);
  await areHeld(sendersWithoutPlan, 17 * 1024);
  endAll([body]);
  await nothingIsHeld(sendersWithoutPlan);
});

test('accounts with a plan together hold 120 MiB, and a lookup is read all the same', async () => {
  const file = await uploaderOf();
  await nothingIsHeld(knownSenders);
  const others = Array.from({ length: 6 }, (_, at) => `other ${at}`);
  for (const other of others) knownSenders.hold(other, 19.9 * MiB);
  const refused = await answerTo(file, 2 * MiB);
  assert.deepEqual([refused.status, knownSenders.bytesHeld <= knownSenders.bytesMax], ['503', true]);
  const lookup = { ...(await uploaderOf('starter', '/api/v1/find')), type: 'application/json' };
  assert.equal((await answerTo(lookup, 2_000)).status, '422');
  for (const other of others) knownSenders.hold(other, -19.9 * MiB);
  await statusIs('400', file, 2 * MiB);
});
