import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { accountByAccountId } from '#domains/accounts/index.ts';
import { emitChanges } from '#domains/lookup/history/announce-changes.ts';
import { dueLanes, takeNext } from '#domains/webhooks/sending/lanes.ts';
import { assertEvent, listener } from '#test/support/events.ts';
import { eventually } from '#test/support/eventually.ts';
import { customer, find, importRows } from '#test/support/kit.ts';
import { openWaterfall, type Waterfall } from '#test/support/waterfall.ts';
import { givenWebhook } from '#test/support/webhooks.ts';

let waterfall: Waterfall;
before(async () => {
  waterfall = await openWaterfall();
});
after(() => waterfall[Symbol.asyncDispose]());
beforeEach(() => waterfall.begin());

for (const [words, handle, status, credits] of [
  ['finds a person', 'ravi.sample', 'completed', 1],
  ['finds none', 'nobody-example', 'not_found', 0],
] as const) {
  test(`a pending lookup that ${words} is announced once it has its answer, without values; others are not`, async () => {
    await waterfall.askOnly(['gitlab', 'people_data_labs'], { lookup_budget_ms: 50 });
    const { key, accountId } = await waterfall.accountWith(3);
    const { events } = await listener(waterfall.service, accountId);
    waterfall.standIn('gitlab').control.trouble = 'silent';
    const asked = { profile_url: `gitlab.com/${handle}`, client_reference: 'row 7' };
    const pending = await waterfall.find(key, asked);
    assert.equal(pending.statusCode, 202, pending.body);
    assert.deepEqual(await events(), []);
    waterfall.standIn('gitlab').release();
    waterfall.standIn('gitlab').control.trouble = 'none';
    await eventually(async () => assert.equal((await events()).length, 1));
    const [{ type, subject, data }] = (await events()) as [Awaited<ReturnType<typeof events>>[0]];
    const { id } = pending.json();
    assert.deepEqual([type, subject], ['lookup.completed', id]);
    assert.equal(data.client_reference, 'row 7');
    const answer = (await waterfall.service.withKey(key, 'GET', `/api/v1/find/${id}`)).json();
    assert.deepEqual(
      { id: data.id, status: data.status, credits: data.credits_charged },
      { id, status: answer.status, credits: answer.credits.charged },
    );
    assert.deepEqual([data.status, data.credits_charged], [status, credits]);
    const { service } = waterfall;
    await importRows(service, 'profile_url,email\nhttps://github.com/known-example,k@works.example');
    await find(service, { key } as never, 'https://github.com/known-example');
    assert.equal((await events()).length, 1);
  });
}

test('two profiles of a person are announced apart, so that nothing says that they are one person’s', async () => {
  const { service } = waterfall;
  const links = ['https://github.com/twice-example', 'https://www.linkedin.com/in/twice-example'];
  const rows = links.map((link) => `${link},twice@works.example`);
  await importRows(service, ['profile_url,email', ...rows].join('\n'));
  const holder = await customer(service, 5);
  const { events } = await listener(service, holder.accountId);
  for (const link of links) await find(service, holder, link);
  const body = { email: 'twice@works.example', reason: 'asked by letter' };
  await service.admin('POST', '/api/v1/admin/suppressions', body);
  assert.deepEqual(
    (await events()).map(({ data }) => (data.lookups as object[]).length),
    [1, 1],
  );
});

test('a person’s opt-out is announced to each account that received values, with its own lookups and nothing else', async () => {
  const { service } = waterfall;
  const link = 'https://www.linkedin.com/in/leaver-example';
  await importRows(service, `profile_url,full_name,email\n${link},Leaver Example,leaver@works.example`);
  const [first, second, stranger, deaf] = [
    await customer(service, 5),
    await customer(service, 5),
    await customer(service, 5),
    await customer(service, 5),
  ];
  const ids = [];
  for (const [one, reference] of [
    [first, 'a'],
    [first, 'b'],
    [second, null],
    [deaf, null],
  ] as const) {
    const body = { profile_url: link, ...(reference === null ? {} : { client_reference: reference }) };
    ids.push((await service.withKey(one.key, 'POST', '/api/v1/find', body)).json().id);
  }
  const listening = [];
  for (const { accountId } of [first, second, stranger]) listening.push(await listener(service, accountId));
  const suppress = () =>
    service.admin('POST', '/api/v1/admin/suppressions', {
      email: 'leaver@works.example',
      reason: 'asked by letter',
    });
  const answer = await suppress();
  assert.equal(answer.statusCode, 200, answer.body);
  await suppress();
  const events = await Promise.all(listening.map((one) => one.events()));
  const lookupsOf = (written: (typeof events)[0]) =>
    written.flatMap(({ data }) => data.lookups as { id: string; client_reference: string | null }[]);
  assert.deepEqual(
    events.map((written) => written.map(({ type }) => type)),
    [['person.opted_out'], ['person.opted_out'], []],
  );
  assert.deepEqual(
    events.map((written) => lookupsOf(written).map((lookup) => [lookup.id, lookup.client_reference])),
    [
      [
        [ids[0], 'a'],
        [ids[1], 'b'],
      ],
      [[ids[2], null]],
      [],
    ],
  );
  const [lookup] = lookupsOf(events[0]!) as object[];
  assert.deepEqual(Object.keys(lookup!).sort(), [
    'at',
    'client_reference',
    'emails',
    'id',
    'links',
    'phones',
  ]);
  const { rows } = await service.database.pool.query(
    "select body from webhook_delivery where type = 'person.opted_out'",
  );
  for (const { body } of rows) {
    assertEvent(body);
    assert.doesNotMatch(body, /leaver/i);
  }
});

test('an opt-out overtakes what else waits for the endpoint', async () => {
  const { service } = waterfall;
  const link = 'https://github.com/urgent-example';
  await importRows(service, `profile_url,email\n${link},urgent@works.example`);
  const holder = await customer(service, 5);
  const { endpoint } = await listener(service, holder.accountId);
  await find(service, holder, link);
  for (let waits = 0; waits < 3; waits += 1) await givenWebhook(service, holder, endpoint);
  const body = { email: 'urgent@works.example', reason: 'asked by letter' };
  await service.admin('POST', '/api/v1/admin/suppressions', body);
  const { db } = service.database;
  const { id: account } = (await accountByAccountId(db, holder.accountId))!;
  const now = new Date();
  const [lane] = await dueLanes(db, new Set([account]), now, 10);
  const first = await takeNext(db, lane!, now);
  assert.equal(first!.type, 'person.opted_out');
  const shown = await service.withKey(holder.key, 'GET', '/api/v1/webhooks/deliveries');
  const { created_at, next_attempt_at } = shown.json().items[0];
  assert.ok(next_attempt_at >= created_at);
});

test('other values of a person are announced to accounts that looked them up before, and only to those', async () => {
  const { service } = waterfall;
  const { db } = service.database;
  const link = 'https://github.com/mover-example';
  const rows = (...emails: string[]) =>
    ['profile_url,full_name,email', ...emails.map((email) => `${link},Mover Example,${email}`)].join('\n');
  await importRows(service, rows('old@works.example'));
  const [reader, other, late] = [
    await customer(service, 5),
    await customer(service, 5),
    await customer(service, 5),
  ];
  const heard = await Promise.all([reader, other, late].map((one) => listener(service, one.accountId)));
  const body = { profile_url: link, client_reference: 'row 9' };
  const { id } = (await service.withKey(reader.key, 'POST', '/api/v1/find', body)).json();
  await find(service, other, 'https://github.com/stays-example');

  await importRows(service, rows('old@works.example'));
  await emitChanges(db, 30);
  assert.deepEqual(await heard[0]!.events(), [], 'a file that says the same');

  await importRows(service, rows('new@works.example'));
  await find(service, late, link);
  await emitChanges(db, 30);
  const [event, ...further] = await heard[0]!.events();
  assert.deepEqual(further, []);
  assert.equal(event!.type, 'contact.changed');
  const [lookup, ...rest] = event!.data.lookups as Record<string, unknown>[];
  assert.deepEqual(rest, []);
  const { at, ...named } = lookup!;
  assert.deepEqual(named, { id, client_reference: 'row 9', emails: true, phones: false, links: false });
  for (const one of heard.slice(1)) assert.deepEqual(await one.events(), []);

  await service.admin('PATCH', '/api/v1/admin/directory/profile', {
    ...{ profile_url: link, email: 'new@works.example', replacement: 'newer@works.example' },
    reason: 'She has a new address',
  });
  await emitChanges(db, 30);
  const heardBoth = await Promise.all([heard[0]!.events(), heard[2]!.events()]);
  assert.deepEqual(
    heardBoth.map((events) => events.length),
    [2, 1],
    'one address for another',
  );

  await importRows(service, rows('third@works.example'));
  await service.admin('POST', '/api/v1/admin/suppressions', {
    email: 'third@works.example',
    reason: 'asked by letter',
  });
  await emitChanges(db, 30);
  assert.deepEqual(
    (await heard[0]!.events()).map(({ type }) => type),
    ['contact.changed', 'contact.changed', 'person.opted_out'],
    'a change of a person who then opts out is not announced',
  );
});

test('a lookup between two changes that are taken together is compared with the second one', async () => {
  const { service } = waterfall;
  const { db } = service.database;
  const link = 'https://github.com/twice-moved-example';
  const importEmail = (email: string) =>
    importRows(service, `profile_url,full_name,email\n${link},Moved Example,${email}`);
  const [before, between] = [await customer(service, 5), await customer(service, 5)];
  const heard = await Promise.all([before, between].map((one) => listener(service, one.accountId)));
  await importEmail('first@works.example');
  await emitChanges(db, 30);
  await find(service, before, link);
  await importEmail('second@works.example');
  await find(service, between, link);
  await importEmail('last@works.example');
  await emitChanges(db, 30);
  for (const one of heard)
    assert.deepEqual(
      (await one.events()).map(({ type }) => type),
      ['contact.changed'],
    );
});

for (const [kind, column, first, second] of [
  ['emails', 'email', 'one@works.example', 'two@works.example'],
  ['phones', 'phone', '+919876543210', '+919876543211'],
  ['links', 'links', 'https://gitlab.com/one-example', 'https://gitlab.com/two-example'],
] as const) {
  test(`one value replaced by another is announced: ${kind}`, async () => {
    const { service } = waterfall;
    const { db } = service.database;
    const link = `https://github.com/replaced-${kind}`;
    await importRows(service, `profile_url,full_name,${column}\n${link},Replaced Example,${first}`);
    const reader = await customer(service, 5);
    const { events } = await listener(service, reader.accountId);
    await find(service, reader, link);
    const named = { [column.replace('links', 'link')]: first, replacement: second, reason: 'A new one' };
    const changed = await service.admin('PATCH', '/api/v1/admin/directory/profile', {
      profile_url: link,
      ...named,
    });
    assert.equal(changed.statusCode, 200, changed.body);
    await emitChanges(db, 30);
    const lookups = (await events()).flatMap(({ data }) => data.lookups as Record<string, unknown>[]);
    assert.deepEqual(
      lookups.map(({ emails, phones, links }) => ({ emails, phones, links })),
      [{ emails: false, phones: false, links: false, [kind]: true }],
    );
  });
}
