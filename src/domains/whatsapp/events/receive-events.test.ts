import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { minuteMs } from '#core/clock.ts';
import { escapedJson, eventOf, messagesChange, statusOf } from '#dev/stand-ins/whatsapp/events.ts';
import { manualClock } from '#test/support/clock.ts';
import { givenAccount } from '#test/support/kit.ts';
import { testService } from '#test/support/service.ts';
import {
  alertsOf,
  newNumber,
  postEvent,
  sentCode,
  signedEvent,
  webhookPath,
} from '#test/support/whatsapp.ts';

const clock = manualClock();
const service = await testService({ clock });
after(() => service[Symbol.asyncDispose]());

let accountId: string;
let sent: { to: string; code: string; reference: string; ownId: string };
let messages = 0;

/** A message that the vendor has accepted, with an id of its own. */
beforeEach(async () => {
  clock.advance(minuteMs);
  ({ accountId } = await givenAccount(service.database.db));
  const to = newNumber();
  const code = await sentCode(service, accountId, to);
  const reference = `wamid.${++messages}`;
  const { rows } = await service.database.pool.query(
    'update whatsapp_message set reference = $1 where number = $2 returning id',
    [reference, to],
  );
  sent = { to, code, reference, ownId: rows[0].id };
});

type Word = 'sent' | 'delivered' | 'read' | 'failed';
const statuses = (...words: Word[]) => words.map((word) => statusOf(sent, word));
const failed = (errorCode: number) => statusOf(sent, 'failed', { errorCode });

async function post(...all: Record<string, unknown>[]) {
  const response = await postEvent(service, eventOf(messagesChange({ statuses: all })));
  assert.deepEqual([response.statusCode, response.json()], [200, { received: true }]);
}

async function known() {
  const { items } = (
    await service.admin('GET', `/api/v1/admin/whatsapp/messages?account_id=${accountId}`)
  ).json();
  return items[0].error_code === null ? items[0].delivery : `${items[0].delivery} ${items[0].error_code}`;
}

test('an operator sees what became of a message, and neither its code nor its number', async () => {
  // The platform sends times in whole seconds.
  const startedAt = Math.floor(Date.now() / 1000) * 1000;
  await post(...statuses('sent'));
  const response = await service.admin('GET', `/api/v1/admin/whatsapp/messages?account_id=${accountId}`);
  assert.ok(!response.body.includes(sent.to) && !response.body.includes(`"${sent.code}"`));
  const [{ sent_at: _, delivery_at: at, ...message }] = response.json().items;
  assert.ok(Date.parse(at) >= startedAt && Date.parse(at) <= Date.now());
  assert.deepEqual(message, {
    account_id: accountId,
    whatsapp: `${sent.to.slice(0, 3)}••••••${sent.to.slice(-3)}`,
    delivery: 'sent',
    error_code: null,
    confirmed: false,
  });
});

test('a message is never delivered before it was sent, whatever the clock of the vendor says', async () => {
  await post(statusOf(sent, 'delivered', { atMs: clock.now().getTime() - 60_000 }));
  const { items } = (
    await service.admin('GET', `/api/v1/admin/whatsapp/messages?account_id=${accountId}`)
  ).json();
  assert.deepEqual([items[0].delivery, items[0].delivery_at], ['delivered', items[0].sent_at]);
});

const orders: [words: Word[], known: string][] = [
  [['sent', 'delivered', 'read'], 'read'],
  [['read', 'delivered', 'sent'], 'read'],
  [['sent', 'read'], 'read'],
  [['delivered', 'delivered', 'sent'], 'delivered'],
];
for (const [words, last] of orders) {
  test(`${words.join(', ')} leads to ${last}, one by one and in one batch`, async () => {
    for (const status of statuses(...words)) await post(status);
    assert.equal(await known(), last);
  });

  test(`${words.join(', ')} in one batch leads to ${last}`, async () => {
    await post(...statuses(...words), ...statuses(...words));
    assert.equal(await known(), last);
  });
}

test('a failure is final, whatever comes before and after it', async () => {
  await post(...statuses('sent'));
  await post(failed(131026));
  await post(...statuses('read', 'delivered'));
  assert.equal(await known(), 'failed 131026');
});

test('an event that comes before the vendor’s response finds its message by our own id', async () => {
  await service.database.pool.query('update whatsapp_message set reference = null where id = $1', [
    sent.ownId,
  ]);
  await post(...statuses('delivered'));
  assert.equal(await known(), 'delivered');
  const late = { ...statusOf(sent, 'read'), biz_opaque_callback_data: undefined };
  await post(late);
  assert.equal(await known(), 'read');
});

test('a status of another message changes nothing', async () => {
  await post({ ...statusOf(sent, 'read'), id: 'wamid.unknown', biz_opaque_callback_data: 'some data' });
  assert.equal(await known(), 'accepted');
});

test('concurrent events about the same messages end the same', async () => {
  const words: Word[] = ['sent', 'delivered', 'read'];
  await Promise.all(Array.from({ length: 60 }, (_, at) => post(...statuses(words[at % 3]!))));
  assert.equal(await known(), 'read');
});

test('a batch of 5,000 statuses is one statement', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => ({ ...statusOf(sent, 'sent'), id: `wamid.x${at}` }));
  await post(...many, ...statuses('delivered'));
  assert.equal(await known(), 'delivered');
});

test('a later error of the whole account raises an alert and stops every message for five minutes', async () => {
  await post(failed(131042));
  assert.deepEqual(await alertsOf(service, 'whatsapp_trouble'), { account: { code: 131042 } });
  const start = async () => {
    const { accountId: other } = await givenAccount(service.database.db);
    const body = { account_id: other, whatsapp: newNumber() };
    return service.internal('POST', '/internal/identity/whatsapp/start', body);
  };
  clock.advance(299_999);
  const refused = await start();
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '1']);
  clock.advance(1);
  assert.equal((await start()).statusCode, 200);
  assert.deepEqual(await alertsOf(service, 'whatsapp_trouble'), {});
});

test('a repeated failure doesn’t raise its alert again', async () => {
  await post(failed(131042));
  await service.database.pool.query('update operator_alert set resolved_at = now()');
  await post(failed(131042));
  assert.deepEqual(await alertsOf(service, 'whatsapp_trouble'), {});
  clock.advance(300_000);
});

test('a template that is paused is an alert until it is approved', async () => {
  const template = { message_template_name: 'verification_code', message_template_language: 'en_US' };
  const post = (event: string) =>
    postEvent(service, eventOf({ field: 'message_template_status_update', value: { event, ...template } }));
  await post('PAUSED');
  await post('PAUSED');
  assert.deepEqual(await alertsOf(service, 'whatsapp_template_status'), {
    'verification_code en_US': { event: 'PAUSED' },
  });
  await post('APPROVED');
  assert.deepEqual(await alertsOf(service, 'whatsapp_template_status'), {});
});

test('a text in Hindi, with escaped bytes, is acknowledged and not stored', async () => {
  const text = {
    from: '447700900123',
    id: 'wamid.in',
    type: 'text',
    text: { body: 'नमस्ते 👍 https://x.example' },
  };
  const contacts = [{ profile: { name: 'अनु' }, wa_id: '447700900123' }];
  const { body, headers } = signedEvent(eventOf(messagesChange({ contacts, messages: [text] })));
  assert.match(body, /\\u0928\\u092e/);
  const response = await service.request('POST', webhookPath, { body, headers });
  assert.equal(response.statusCode, 200);
});

const event = eventOf(messagesChange({ contacts: [{ profile: { name: 'अनु' } }] }));
const { body, headers } = signedEvent(event);
const forged: [words: string, given: { body: string; headers: Record<string, string> }][] = [
  ['was parsed and written again', { body: JSON.stringify(JSON.parse(body)), headers }],
  ['lost its escapes', { body: body.replaceAll('\\/', '/').concat(' '), headers }],
  ['has a signature by another secret', signedEvent(event, 'another')],
  ['has no signature', { body, headers: { 'content-type': 'application/json' } }],
];
for (const [words, given] of forged) {
  test(`a body that ${words} is 401, and changes nothing`, async () => {
    const response = await service.request('POST', webhookPath, given);
    assert.deepEqual([response.statusCode, response.json().code], [401, 'invalid_signature']);
  });
}

test('without a configured secret every event is refused', async () => {
  await using closed = await testService({
    environment: { WHATSAPP_APP_SECRET: '', WHATSAPP_VERIFY_TOKEN: '' },
  });
  for (const secret of ['', 'any', 'undefined']) {
    const response = await closed.request('POST', webhookPath, signedEvent(event, secret));
    assert.equal(response.statusCode, 401);
  }
});

test('a body of 3 MiB is read, a longer one is 413', async () => {
  const filled = (bytes: number) => {
    const empty = escapedJson({ ...event, filler: '' });
    return signedEvent(escapedJson({ ...event, filler: 'x'.repeat(bytes - empty.length) }));
  };
  const limit = 3 * 1024 * 1024;
  assert.equal((await service.request('POST', webhookPath, filled(limit))).statusCode, 200);
  assert.equal((await service.request('POST', webhookPath, filled(limit + 1))).statusCode, 413);
});

for (const text of [
  '',
  'null',
  '{"entry":',
  '['.repeat(10_000),
  '{"entry":[{"changes":[{"field":"messages"}]}]}',
]) {
  test(`the signed body '${text.slice(0, 20)}' is acknowledged, so that Meta doesn’t repeat it`, async () => {
    assert.equal((await postEvent(service, text)).statusCode, 200);
  });
}

test('of more than 50 notices in a call 50 become alerts, and the others are counted in the log', async () => {
  const warned: object[] = [];
  const ignore = () => {};
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (fields: object) => void warned.push(fields),
  };
  await using noisy = await testService({ log });
  const changes = Array.from({ length: 60 }, (_, at) => ({
    field: 'message_template_status_update',
    value: { event: 'FLAGGED', message_template_name: `template_${at}`, message_template_language: 'en_US' },
  }));
  assert.equal((await postEvent(noisy, eventOf(...changes))).statusCode, 200);
  assert.equal(Object.keys(await alertsOf(noisy, 'whatsapp_template_status')).length, 50);
  assert.ok(warned.some((fields) => 'skipped' in fields && fields.skipped === 10));
});
