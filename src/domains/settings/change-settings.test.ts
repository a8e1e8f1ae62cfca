import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from '#test/support/eventually.ts';
import { asOperator } from '#test/support/kit.ts';
import { type TestService, testSecrets, testService } from '#test/support/service.ts';
import { versionInForce } from '#test/support/settings.ts';

const path = '/api/v1/admin/platform';
let service: TestService;
let other: TestService;

before(async () => {
  service = await testService();
  other = await testService({ database: service.database });
});
after(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
beforeEach(() => service.database.pool.query('delete from setting_version'));

const show = (query = '') => asOperator(service, 'GET', `${path}${query}`);
const change = (changes: object, expected_version: number, by = service) =>
  by.admin('PATCH', path, { changes, reason: 'a test', expected_version });
const rollBack = (version: number, body: object = {}) =>
  service.admin('POST', `${path}/rollback`, { version, reason: 'it did harm', ...body });

async function settingNow(name: string) {
  const { settings } = await show();
  return settings.find((setting: { name: string }) => setting.name === name).value;
}

test('every setting is listed with its group, value, default, unit, effect, meaning and schema', async () => {
  await change({ free_repeat_days: 30 }, 0);
  const { version, settings, database } = await show();
  assert.match(database.version, /^\d+\.\d+$/);
  assert.equal(typeof database.is_outdated, 'boolean');
  assert.equal(version, 1);
  assert.deepEqual(
    settings.find(({ name }: { name: string }) => name === 'free_repeat_days'),
    {
      name: 'free_repeat_days',
      group: 'Lookups',
      value: 30,
      default: 0,
      unit: 'days',
      effect: 'From the next lookup. Payments of earlier days count within minutes, newest first.',
      doc: 'How long a profile stays free for an account that paid for it, including payments before this was set. 0 charges every time.',
      schema: { type: 'integer', minimum: 0, maximum: 365 },
    },
  );
});

test('a change answers with what it changed, and is in the history with who and why', async () => {
  const answer = await service.request('PATCH', path, {
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'x-ops-actor': 'mira' },
    body: {
      changes: { free_repeat_days: 7, lookup_budget_ms: 8000 },
      reason: 'a week is free',
      expected_version: 0,
    },
  });
  assert.deepEqual(answer.json(), {
    version: 1,
    changed: [{ name: 'free_repeat_days', before: 0, after: 7 }],
  });
  const { history } = await show();
  const { created_at, ...first } = history[0];
  assert.ok(Date.parse(created_at));
  assert.deepEqual(first, {
    version: 1,
    changes: { free_repeat_days: 7 },
    before: { free_repeat_days: 0 },
    reason: 'a week is free',
    actor: 'mira',
  });
});

test('a change is in force on every process', async () => {
  await change({ free_repeat_days: 9 }, 0);
  for (const { app } of [service, other]) {
    await eventually(async () => assert.equal(app.kernel.ports.settings.current().free_repeat_days, 9));
  }
});

test('every fault of a change is named, and nothing of it is applied', async () => {
  const faulty = {
    free_repeat_days: 'a week',
    lookup_budget_ms: -1,
    no_such_setting: 1,
    sources_on: ['nobody'],
    ban_after_violations: 20,
  };
  const answer = await change(faulty, 0);
  assert.equal(answer.statusCode, 422);
  assert.deepEqual(
    answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type]),
    [
      ['body.changes.free_repeat_days', 'int_parsing'],
      ['body.changes.lookup_budget_ms', 'greater_than_equal'],
      ['body.changes.no_such_setting', 'extra_forbidden'],
      ['body.changes.sources_on', 'value_error'],
    ],
  );
  assert.equal(await versionInForce(service), 0);
});

test('null returns a setting to its default', async () => {
  await change({ free_repeat_days: 30 }, 0);
  const answer = await change({ free_repeat_days: null }, 1);
  assert.deepEqual(answer.json().changed, [{ name: 'free_repeat_days', before: 30, after: 0 }]);
  const [{ changes, before: was }] = (await show()).history;
  assert.deepEqual([changes, was], [{ free_repeat_days: 0 }, { free_repeat_days: 30 }]);
});

test('a change or a rollback that changes no value makes no version', async () => {
  await change({ free_repeat_days: 30 }, 0);
  const nothing = { version: 1, changed: [] };
  assert.deepEqual((await change({ free_repeat_days: 30, ban_window_minutes: null }, 1)).json(), nothing);
  assert.deepEqual((await rollBack(1)).json(), nothing);
  assert.equal((await show()).history.length, 1);
});

for (const [words, body, fault] of [
  ['no changes', { changes: {} }, ['changes', 'Dictionary should have at least 1 member(s)']],
  ['an empty reason', { reason: '' }, ['reason', 'String should have at least 1 character(s)']],
  ['a blank reason', { reason: ' ' }, ['reason', 'String should have at least 1 character(s)']],
] as const) {
  test(`${words} is one fault that says what is wrong`, async () => {
    const whole = { changes: { free_repeat_days: 1 }, reason: 'a test', expected_version: 0, ...body };
    const { detail } = (await service.admin('PATCH', path, whole)).json();
    assert.deepEqual(
      detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc[1], msg]),
      [fault],
    );
  });
}

test('a misspelt member within a value is named, in every setting that has members', async () => {
  const paise = { account: 1, all: 2 };
  const answer = await change(
    { source_terms: { github: { storabel: false } }, unearned_vendor_paise_per_day: { ...paise, foo: 1 } },
    0,
  );
  assert.deepEqual(
    answer.json().detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type]),
    [
      ['body.changes.source_terms.github.storabel', 'extra_forbidden'],
      ['body.changes.unearned_vendor_paise_per_day.foo', 'extra_forbidden'],
    ],
  );
  const objects = (shape: unknown): Record<string, unknown>[] =>
    typeof shape !== 'object' || shape === null
      ? []
      : [...('properties' in shape ? [shape] : []), ...Object.values(shape).flatMap(objects)];
  for (const { name, schema } of (await show()).settings) {
    for (const object of objects(schema)) assert.equal(object.additionalProperties, false, name);
  }
});

test('what vendors may charge for one account fits into what they may charge for all', async () => {
  const limits = (account: number, all: number) =>
    change({ unearned_vendor_paise_per_day: { account, all } }, 0);
  assert.equal((await limits(2, 1)).statusCode, 422);
  assert.equal((await limits(2, 2)).statusCode, 200);
});

test('a change that expects another version is 409 with the version in force, and changes nothing', async () => {
  await change({ free_repeat_days: 30 }, 0);
  const answer = await change({ free_repeat_days: 60 }, 0);
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'version_conflict']);
  assert.equal(answer.json().current_version, 1);
  assert.equal(await settingNow('free_repeat_days'), 30);
});

test('a rollback brings all values of the version back, those changed later included', async () => {
  await change({ free_repeat_days: 10 }, 0);
  await change({ free_repeat_days: 20 }, 1);
  await change({ ban_window_minutes: 90 }, 2);
  const answer = await rollBack(1);
  assert.deepEqual(answer.json(), {
    version: 4,
    changed: [
      { name: 'free_repeat_days', before: 20, after: 10 },
      { name: 'ban_window_minutes', before: 90, after: 60 },
    ],
  });
  assert.deepEqual((await rollBack(0)).json().changed, [{ name: 'free_repeat_days', before: 10, after: 0 }]);
  assert.deepEqual((await rollBack(3)).json().changed.length, 2);
});

test('a rollback to a version that never was is 404; with an old expected version it is 409', async () => {
  assert.equal((await rollBack(1)).statusCode, 404);
  await change({ free_repeat_days: 10 }, 0);
  assert.equal((await rollBack(0, { expected_version: 0 })).statusCode, 409);
  assert.equal((await rollBack(0, { expected_version: 1 })).statusCode, 200);
});

test('of changes that two operators make at once, on two processes, none is lost and none is made on old values', async () => {
  async function increaseUntilDone(by: TestService) {
    // Each conflict is another one's change: seven operators, and two that undo.
    for (let conflicts = 0; conflicts <= 9; conflicts += 1) {
      const seen = (await by.admin('GET', `${path}?limit=1`)).json();
      const { value } = seen.settings.find(({ name }: { name: string }) => name === 'free_repeat_days');
      const answer = await change({ free_repeat_days: value + 1 }, seen.version, by);
      if (answer.statusCode === 200) return;
      assert.equal(answer.json().code, 'version_conflict');
    }
    assert.fail('a change was refused more often than others were made');
  }
  const operators = Array.from({ length: 8 }, (_, at) => increaseUntilDone(at % 2 ? other : service));
  const undoings = [rollBack(0), rollBack(0)];
  await Promise.all([...operators, ...undoings]);
  const made = (await Promise.all(undoings)).filter((answer) => answer.json().changed.length > 0);
  const { history } = await show();
  assert.equal(history.length, 8 + made.length);
  // Each version was made on the one before it.
  for (const [at, { before }] of history.slice(0, -1).entries()) {
    const value = history
      .slice(at + 1)
      .find(({ changes }: { changes: object }) => 'free_repeat_days' in changes);
    if (before.free_repeat_days !== undefined) {
      assert.equal(before.free_repeat_days, value?.changes.free_repeat_days ?? 0);
    }
  }
});

test('the history has pages, newest first', async () => {
  for (const version of [0, 1, 2]) await change({ free_repeat_days: version + 1 }, version);
  const first = await show('?limit=2');
  assert.deepEqual(
    first.history.map(({ version }: { version: number }) => version),
    [3, 2],
  );
  const second = await show(`?limit=2&cursor=${first.next_cursor}`);
  assert.deepEqual(
    [second.history.map(({ version }: { version: number }) => version), second.next_cursor],
    [[1], null],
  );
});
