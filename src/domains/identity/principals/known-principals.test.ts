import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import { minuteMs } from '#core/clock.ts';
import type { Database } from '#platform/database/rows.generated.ts';
import { manualClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { givenAccount } from '#test/support/kit.ts';
import { claimHandles } from '../handles/handles.ts';
import { openPrincipals } from './known-principals.ts';

const database = await testDatabase();
after(() => database[Symbol.asyncDispose]());
const { db } = database;

/** The principals that another process knows, with the number of times that it has read. */
function open() {
  const clock = manualClock();
  const watched = { readings: 0 };
  const counting = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: database.pool }),
    log: () => {
      watched.readings += 1;
    },
  });
  const principals = openPrincipals({ db: counting, clock });
  const holds = async (question: object, subject: string) =>
    (await principals.subjectsOf(question)).includes(subject);
  return { principals, clock, watched, holds };
}

let people = 0;
async function person() {
  const name = `person-${++people}`;
  const { account } = await givenAccount(db, { accountId: name, email: `${name}@example.com` });
  await claimHandles(db, account, [
    { kind: 'email', value: `${name}@claimed.example` },
    { kind: 'provider_user', value: `google:${name}` },
    { kind: 'whatsapp', value: `+1202555${String(100 + people).padStart(4, '0')}` },
    { kind: 'device', value: name },
  ]);
  return { account, name };
}

test('every name of a person leads to all that can be locked of them', async () => {
  const { name } = await person();
  const { principals } = open();
  const questions = [
    { account_id: name },
    { email: `${name.toUpperCase()}@example.com` },
    { email: `${name}+tag@claimed.example` },
    { provider: 'Google', provider_user_id: name },
    { whatsapp: '+1 202 555 0101' },
  ];
  for (const question of questions) {
    const subjects = new Set(await principals.subjectsOf(question));
    for (const subject of [
      `account ${name}`,
      `email ${name}@example.com`,
      'email_domain example.com',
      `mailbox ${name}@claimed.example`,
      'email_domain claimed.example',
      `provider_user google:${name}`,
      'whatsapp +12025550101',
    ])
      assert.ok(subjects.has(subject), `${JSON.stringify(question)} leads to ${subject}`);
  }
});

test('a thousand questions about people with an account, or known to have none, are one reading', async () => {
  const { name } = await person();
  const { principals, watched } = open();
  for (let question = 0; question < 1000; question += 1)
    await principals.subjectsOf({ account_id: name, email: 'nobody@example.com' });
  assert.equal(watched.readings, 1);
});

test('concurrent questions share a statement', async () => {
  const everybody = await Promise.all(Array.from({ length: 50 }, person));
  const { principals, watched } = open();
  const answers = await Promise.all(everybody.map(({ name }) => principals.subjectsOf({ account_id: name })));
  answers.forEach((subjects, at) => {
    assert.ok(subjects.includes(`provider_user google:${everybody[at]!.name}`));
  });
  assert.equal(watched.readings, 1);
});

test('a changed account is read again, and the others are not', async () => {
  const [one, two] = [await person(), await person()];
  const { principals, watched, holds } = open();
  for (const { name } of [one, two]) await principals.subjectsOf({ account_id: name });
  await claimHandles(db, one.account, [{ kind: 'provider_user', value: 'github:9' }]);
  assert.equal(await holds({ account_id: one.name }, 'provider_user github:9'), false);
  principals.forgetAccount(one.account);
  assert.equal(await holds({ account_id: one.name }, 'provider_user github:9'), true);
  await principals.subjectsOf({ account_id: two.name });
  assert.equal(watched.readings, 3);
});

test('a person without an account is known once their account is announced', async () => {
  const { principals, holds } = open();
  const question = { provider: 'google', provider_user_id: 'newcomer' };
  assert.equal(await holds(question, 'account newcomer'), false);
  const { account } = await givenAccount(db, { accountId: 'newcomer' });
  await claimHandles(db, account, [{ kind: 'provider_user', value: 'google:newcomer' }]);
  principals.forgetAccount(String(account));
  assert.equal(await holds(question, 'account newcomer'), true);
});

test('a change that is announced during a reading is not covered up by what was read', async () => {
  const { account, name } = await person();
  const { principals, holds } = open();
  const early = principals.subjectsOf({ account_id: name });
  await claimHandles(db, account, [{ kind: 'provider_user', value: 'github:10' }]);
  principals.forgetAccount(account);
  await early;
  assert.equal(await holds({ account_id: name }, 'provider_user github:10'), true);
});

test('a process without announcements reads for every question, and uses its copies again when they are back', async () => {
  const { name } = await person();
  const { principals, watched } = open();
  const ask = () => principals.subjectsOf({ account_id: name });
  await ask();
  principals.onFeedLost();
  for (let question = 0; question < 3; question += 1) await ask();
  assert.equal(watched.readings, 4);
  principals.onFeedRestored();
  for (let question = 0; question < 3; question += 1) await ask();
  assert.equal(watched.readings, 5);
});

test('without an announcement what is known is believed for 5 minutes, to the millisecond', async () => {
  const { name } = await person();
  const { principals, clock, watched } = open();
  await principals.subjectsOf({ account_id: name });
  clock.advance(5 * minuteMs - 1);
  await principals.subjectsOf({ account_id: name });
  assert.equal(watched.readings, 1);
  clock.advance(1);
  await principals.subjectsOf({ account_id: name });
  assert.equal(watched.readings, 2);
});
