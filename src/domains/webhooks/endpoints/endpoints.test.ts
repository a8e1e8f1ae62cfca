import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hourMs } from '#core/clock.ts';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { customer } from '#test/support/kit.ts';
import { attemptsDue, serviceWithReceiver } from '#test/support/webhooks.ts';
import { queueEvent, queueWebhook } from '../index.ts';

const { calls, answer, origin, clock, service } = await serviceWithReceiver();

type Members = Record<string, unknown>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** A customer with calls of its own, and an event of its account. */
async function holder() {
  const { key, accountId } = await customer(service);
  const { id: account } = (await accountByAccountId(service.database.db, accountId))!;
  const call = async (method: Method, path: string, body?: Members) => {
    const response = await service.request(method, `/api/v1/webhooks/${path}`, {
      headers: { authorization: `Bearer ${key}` },
      body,
    });
    assert.equal(response.statusCode, 200, response.body);
    return response.json();
  };
  const event = (url: string | null = null, type: 'job.completed' | 'job.paused' = 'job.completed') =>
    service.database.db.transaction().execute(async (db) => {
      const ctx = { db: db as never, now: () => clock.now() };
      const made = { account, type, subject: 'job_1', data: { id: 'job_1' } };
      if (url !== null) await queueWebhook(ctx, { ...made, url });
      await queueEvent(ctx, made);
    });
  /** Sends what is due; gives the requests that came in. */
  const sent = async () => {
    calls.length = 0;
    await attemptsDue(service);
    return [...calls];
  };
  /** Endpoints are listed by the time of their creation. */
  const create = (path: string, name = '') => {
    clock.advance(1);
    return call('POST', 'endpoints', { url: `${origin}${path}`, name });
  };
  return { key, accountId, call, event, sent, create };
}

const signature = (secret: string, { headers, body }: (typeof calls)[0]) =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64')}`;
const signatures = ({ headers }: (typeof calls)[0]) => headers['webhook-signature']!.split(' ');
const pathsOf = (sent: typeof calls) => sent.map(({ path }) => path).sort();

test('an event goes to every enabled endpoint and to the address of its job, each with its own secret', async () => {
  const { call, create, event, sent } = await holder();
  const first = await create('/first', ' CRM ');
  const second = await create('/second');
  const third = await create('/third');
  await call('PATCH', `endpoints/${third.id}`, { enabled: false });
  await event(`${origin}/job`);
  const received = await sent();
  assert.deepEqual(pathsOf(received), ['/first', '/job', '/second']);
  for (const { path, secret } of [
    { path: '/first', secret: first.secret },
    { path: '/second', secret: second.secret },
  ]) {
    const request = received.find((one) => one.path === path)!;
    assert.deepEqual(signatures(request), [signature(secret, request)]);
  }
  const { items } = await call('GET', 'endpoints');
  assert.deepEqual(
    items.map(({ name, enabled, secret }: Members) => [name, enabled, secret]),
    [
      ['CRM', true, undefined],
      ['', true, undefined],
      ['', false, undefined],
    ],
  );
});

test('an endpoint gets the events it chose, and every event after it chose none', async () => {
  const { call, create, event, sent } = await holder();
  const { id, events } = await create('/chosen');
  assert.deepEqual(events, []);
  await call('PATCH', `endpoints/${id}`, { events: ['job.failed', 'job.paused'] });
  await event(null, 'job.completed');
  await event(null, 'job.paused');
  const received = await sent();
  assert.deepEqual(
    received.map(({ body }) => JSON.parse(body).type),
    ['job.paused'],
  );
  const { last_delivery } = (await call('GET', 'endpoints')).items[0];
  assert.deepEqual([last_delivery.type, last_delivery.status], ['job.paused', 'delivered']);
  await call('PATCH', `endpoints/${id}`, { events: [] });
  await event();
  assert.equal((await sent()).length, 1);
});

test('a test key sees and changes no webhooks', async () => {
  const { accountId, create } = await holder();
  const { id } = await create('/live');
  const { key } = await customer(service, 0, { account_id: accountId, mode: 'test' });
  for (const [method, path, body] of [
    ['GET', 'deliveries'],
    ['GET', 'endpoints'],
    ['POST', 'endpoints', { url: `${origin}/stolen` }],
    ['PATCH', `endpoints/${id}`, { url: `${origin}/stolen` }],
    ['DELETE', `endpoints/${id}`],
    ['POST', `endpoints/${id}/test`],
    ['POST', `endpoints/${id}/secret/rotation`, { overlap_hours: 0 }],
    ['POST', 'secret'],
    ['POST', 'secret/rotation'],
  ] as const) {
    const response = await service.request(method, `/api/v1/webhooks/${path}`, {
      headers: { authorization: `Bearer ${key}` },
      body,
    });
    assert.deepEqual([response.statusCode, response.json().code], [403, 'live_key_required'], path);
  }
});

test('each endpoint lists its deliveries with what was sent and answered, and one can be sent again', async () => {
  const { call, create, event, sent } = await holder();
  const { id } = await create('/mine');
  await create('/other');
  await event();
  await sent();
  const { items } = await call('GET', `deliveries?endpoint_id=${id}`);
  const [{ id: message, attempts, body, endpoint_id }] = items;
  assert.deepEqual([items.length, endpoint_id, attempts[0].status_code], [1, id, 200]);
  assert.equal(JSON.parse(body).type, 'job.completed');
  await call('PATCH', `endpoints/${id}`, { url: `${origin}/moved` });
  await call('POST', `deliveries/${message}/redelivery`);
  const again = await sent();
  assert.deepEqual([pathsOf(again), again[0]!.headers['webhook-id']], [['/moved'], message]);
});

test('a test event is signed and listed, also by a disabled endpoint, and ten are kept', async () => {
  const { call, create, sent } = await holder();
  const { id, secret } = await create('/tested');
  await call('PATCH', `endpoints/${id}`, { enabled: false });
  const delivery = await call('POST', `endpoints/${id}/test`);
  assert.deepEqual([delivery.type, delivery.status], ['endpoint.test', 'waiting']);
  const [received] = await sent();
  assert.deepEqual(signatures(received!), [signature(secret, received!)]);
  for (let test = 0; test < 12; test += 1) await call('POST', `endpoints/${id}/test`);
  assert.equal((await call('GET', `deliveries?endpoint_id=${id}`)).items.length, 10);
  assert.equal((await call('GET', 'deliveries?type=endpoint.test')).items.length, 10);
  assert.deepEqual((await call('GET', 'deliveries?type=budget.reached')).items, []);
  await sent();
});

test('during the overlap of a rotation both secrets sign, then only the new one', async () => {
  const { call, create, sent } = await holder();
  const { id, secret: old } = await create('/rotated');
  const { secret, previous_until } = await call('POST', `endpoints/${id}/secret/rotation`, {
    overlap_hours: 1,
  });
  assert.equal(previous_until, new Date(clock.now().getTime() + hourMs).toISOString());
  await call('POST', `endpoints/${id}/test`);
  const [both] = await sent();
  assert.deepEqual(signatures(both!), [signature(secret, both!), signature(old, both!)]);
  clock.advance(hourMs);
  await call('POST', `endpoints/${id}/test`);
  const [one] = await sent();
  assert.deepEqual(signatures(one!), [signature(secret, one!)]);
  assert.equal((await call('GET', 'endpoints')).items[0].previous_until, null);
});

test('waiting messages follow a new address, fail with a disabled endpoint, and go with a deleted one', async () => {
  const { call, create, event, sent } = await holder();
  const { id } = await create('/before');
  await event();
  await call('PATCH', `endpoints/${id}`, { url: `${origin}/after` });
  assert.deepEqual(pathsOf(await sent()), ['/after']);

  await event();
  await call('PATCH', `endpoints/${id}`, { enabled: false });
  assert.deepEqual(await sent(), []);
  const [{ status, next_attempt_at }] = (await call('GET', `deliveries?endpoint_id=${id}`)).items;
  assert.deepEqual([status, next_attempt_at], ['failed', null]);

  await call('PATCH', `endpoints/${id}`, { enabled: true });
  answer.status = 500;
  await event();
  assert.equal((await sent()).length, 1);
  answer.status = 200;
  await call('DELETE', `endpoints/${id}`);
  clock.advance(hourMs);
  assert.deepEqual(await sent(), []);
  assert.deepEqual((await call('GET', 'deliveries')).items, []);
});

test('an address inside the network is refused, and an eleventh endpoint too', async () => {
  const { key, create } = await holder();
  const refusal = async (url: string) =>
    (await service.withKey(key, 'POST', '/api/v1/webhooks/endpoints', { url })).json();
  assert.deepEqual((await refusal('https://10.0.0.1/in')).detail[0].loc, ['body', 'url']);
  for (let made = 0; made < 10; made += 1) await create(`/full-${made}`);
  assert.equal((await refusal(`${origin}/one-more`)).code, 'endpoints_full');
});
