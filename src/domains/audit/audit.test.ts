import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { raiseAlert, resolveAlert } from '#domains/audit/index.ts';
import { asOperator, givenAccount } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { alertWords, wordsOfAlert } from './alert-words.ts';

let service: TestService;
before(async () => {
  service = await testService();
});
after(() => service?.[Symbol.asyncDispose]());

const list = '/api/v1/admin/audit';
const entries = async (query: Record<string, string>) =>
  (await asOperator(service, 'GET', `${list}?${new URLSearchParams(query)}`)).items;

async function setRate(accountId: string, rpm: number, actor: string): Promise<void> {
  const response = await service.request('PATCH', '/api/v1/admin/growth/accounts/rate', {
    body: { account_id: accountId, rpm, message: 'agreed' },
    headers: {
      'x-admin-secret': testSecrets.admin_secret,
      'x-ops-actor': actor,
      'x-request-id': `${actor}-${rpm}`,
    },
  });
  assert.equal(response.statusCode, 200, response.body);
}

test('an entry says who did what to which account, from what to what, and in which request', async () => {
  const { accountId } = await givenAccount(service.database.db);
  await setRate(accountId, 10, 'mira');
  await setRate(accountId, 20, 'mira');
  const [newest, ...others] = await entries({ account_id: accountId });
  assert.equal(others.length, 1);
  const { id, at, ...entry } = newest;
  assert.ok(Number(id) > Number(others[0].id) && at >= others[0].at);
  assert.deepEqual(entry, {
    actor: 'mira',
    action: 'account.rate_set',
    operation: 'accounts.set-account-rate',
    account_id: accountId,
    account_email: null,
    before: 10,
    after: 20,
    details: { message: 'agreed' },
    request_id: 'mira-20',
  });
});

test('entries are filtered by actor, action, operation, account and time', async () => {
  const { accountId } = await givenAccount(service.database.db, { email: 'lee@works.example' });
  await setRate(accountId, 30, 'lee');
  const [mine] = await entries({ actor: 'lee' });
  const found = async (query: object) =>
    (await entries({ account_id: accountId, ...query })).map(({ id }: { id: string }) => id);
  for (const hit of [
    { actor: 'lee' },
    { action: 'account.rate_set' },
    { email: ' Lee@works.example' },
    { action: 'accounts.set-account-rate' },
    { from: mine.at },
    { to: '2099-01-01T00:00:00Z' },
  ])
    assert.deepEqual(await found(hit), [mine.id], JSON.stringify(hit));
  for (const miss of [
    { actor: 'mira' },
    { action: 'key.changed' },
    { email: 'nobody@works.example' },
    { to: mine.at },
    { from: '2099-01-01T00:00:00Z' },
  ])
    assert.deepEqual(await found(miss), [], JSON.stringify(miss));
});

test('the actions that the log knows are listed once each', async () => {
  const { accountId } = await givenAccount(service.database.db);
  for (const rpm of [1, 2]) await setRate(accountId, rpm, 'mira');
  await asOperator(service, 'POST', `/api/v1/admin/accounts/${accountId}/note`, { note: 'Calls' });
  const { items } = await asOperator(service, 'GET', `${list}/actions`);
  const actions = items.map(({ action }: { action: string }) => action);
  assert.deepEqual(
    actions.filter((action: string) => /^account\.(rate|note)/.test(action)),
    ['account.note_saved', 'account.rate_set'],
  );
});

test('pages of entries follow each other without gaps or repeats', async () => {
  const { accountId } = await givenAccount(service.database.db);
  for (const rpm of [1, 2, 3]) await setRate(accountId, rpm, 'pager');
  const first = await asOperator(service, 'GET', `${list}?actor=pager&limit=2`);
  const second = await asOperator(service, 'GET', `${list}?actor=pager&limit=2&cursor=${first.next_cursor}`);
  const rates = [...first.items, ...second.items].map(({ after }) => after);
  assert.deepEqual([rates, second.next_cursor], [[3, 2, 1], null]);
  const oldest = await asOperator(service, 'GET', `${list}?actor=pager&limit=2&order=oldest`);
  const last = await asOperator(
    service,
    'GET',
    `${list}?actor=pager&limit=2&order=oldest&cursor=${oldest.next_cursor}`,
  );
  assert.deepEqual(
    [...oldest.items, ...last.items].map(({ after }) => after),
    rates.toReversed(),
  );
});

const alerts = async (query: Record<string, string>) =>
  (await asOperator(service, 'GET', `/api/v1/admin/alerts?${new URLSearchParams(query)}`)).items;
const raise = (subject: string, details: object = {}) =>
  raiseAlert(service.database.db, { kind: 'ledger_mismatch', subject, details: { ...details } });

test('an alert that is raised again while it is open is counted, with its newest details', async () => {
  await raise('counted', { lots: 1 });
  const [first] = await alerts({ subject: 'counted' });
  await raise('counted', { lots: 2 });
  const [alert, ...others] = await alerts({ subject: 'counted' });
  assert.equal(others.length, 0);
  assert.deepEqual(
    [alert.times, alert.details, alert.opened_at, alert.status],
    [2, { lots: 2 }, first.opened_at, 'open'],
  );
  assert.ok(alert.last_raised_at >= first.last_raised_at);
});

test('an alert is resolved once, by an operator with a note, and opens again when its cause returns', async () => {
  await raise('resolved');
  const [{ id }] = await alerts({ subject: 'resolved' });
  const path = `/api/v1/admin/alerts/${id}/resolution`;
  const answers = await Promise.all(
    ['one', 'other'].map((note) => service.admin('POST', path, { note: `Checked by ${note}` })),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
  const resolved = answers.find(({ statusCode }) => statusCode === 200)!.json();
  assert.deepEqual([resolved.status, resolved.resolved_by], ['resolved', 'ops']);
  assert.match(resolved.note, /^Checked by/);
  assert.deepEqual(await alerts({ subject: 'resolved' }), []);

  await raise('resolved');
  const all = await alerts({ subject: 'resolved', status: 'all' });
  assert.deepEqual(
    all.map(({ status, times }: { status: string; times: number }) => [status, times]),
    [
      ['open', 1],
      ['resolved', 1],
    ],
  );
});

test('an alert that the service closed has no operator and no note', async () => {
  await raise('gone');
  await resolveAlert(service.database.db, { kind: 'ledger_mismatch', subject: 'gone' });
  const [alert] = await alerts({ subject: 'gone', status: 'resolved', kind: 'ledger_mismatch' });
  assert.deepEqual([alert.resolved_by, alert.note], [null, null]);
  assert.deepEqual(await alerts({ subject: 'gone', status: 'all', kind: 'key_banned' }), []);
});

test('alerts come in pages', async () => {
  for (const subject of ['page-1', 'page-2', 'page-3'])
    await raiseAlert(service.database.db, { kind: 'whatsapp_limit', subject, details: {} });
  const path = '/api/v1/admin/alerts?kind=whatsapp_limit&limit=2';
  const first = await asOperator(service, 'GET', path);
  const second = await asOperator(service, 'GET', `${path}&cursor=${first.next_cursor}`);
  const subjects = [...first.items, ...second.items].map(({ subject }) => subject);
  assert.deepEqual([subjects, second.next_cursor], [['page-3', 'page-2', 'page-1'], null]);
});

for (const body of [{}, { note: '' }, { note: ' ' }, { note: 'n'.repeat(1001) }]) {
  test(`a resolution with ${JSON.stringify(body).slice(0, 30)} is 422 naming the note`, async () => {
    const response = await service.admin('POST', '/api/v1/admin/alerts/1/resolution', body);
    assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', 'note']]);
  });
}

test('each kind of alert says what happened and what to do, with whatever details it has', () => {
  const details = [
    {},
    { reason: 'HTTP 503', why: 'too low', limit: 40, paise: 100, asked_paise: 250, amount_paise: 9_900 },
  ];
  for (const kind of [...Object.keys(alertWords), 'a_kind_of_an_older_release'])
    for (const given of details) {
      const { what, remedy } = wordsOfAlert(kind, 'a subject', given);
      assert.doesNotMatch(what, /undefined|null|NaN|\[object/, kind);
      for (const sentence of kind in alertWords ? [what, remedy] : [remedy])
        assert.match(sentence, /^[A-Za-z₹].*[.:] ?$/, `${kind}: ${sentence}`);
    }
});
