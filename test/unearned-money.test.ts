import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Finder } from '#domains/lookup/index.ts';
import { SettingsInForce } from '#domains/settings/index.ts';
import { closeDays } from '#domains/sources/money/close-days.ts';
import { runJob } from './support/jobs.ts';
import { stopLedgerClock } from './support/ledger/clock.ts';
import type { TestService } from './support/service.ts';
import { openWaterfall, type Waterfall } from './support/waterfall.ts';

/** Vendor costs for lookups without a charge are limited per day, for each account and for all. */
const known = 'linkedin.com/in/asha-example';
/** Prospeo's ten credits for a hit with a phone, at 350 paise. */
const hitPaise = 3500;
const ample = { account: 1_000_000, all: 1_000_000 };
let waterfall: Waterfall;
let service: TestService;
let other: TestService;
before(async () => {
  waterfall = await openWaterfall();
  ({ service } = waterfall);
  other = await waterfall.another();
});
after(async () => {
  await other[Symbol.asyncDispose]();
  await waterfall[Symbol.asyncDispose]();
});
beforeEach(() => waterfall.begin());

interface Terms {
  /** A fixed price per call. Default: as the vendor reports. */
  callPaise?: number;
  billable?: boolean;
  limits?: { account: number; all: number };
  repeatDays?: number;
}

async function askProspeo({ callPaise, billable, limits = ample, repeatDays = 0 }: Terms): Promise<void> {
  await waterfall.askOnly(['prospeo'], {
    unearned_vendor_paise_per_day: limits,
    source_terms: { prospeo: { call_paise: callPaise, billable } },
    free_repeat_days: repeatDays,
  });
  await other.app.kernel.ports.use(SettingsInForce).reload();
}

const calls = () => waterfall.standIn('prospeo').calls.length;
const unearned = async () =>
  (await service.admin('GET', '/api/v1/admin/sources')).json().unearned_vendor_money;
const warningsOf = (body: string): string[] =>
  JSON.parse(body).warnings.map(({ code }: { code: string }) => code);

async function alerts(): Promise<unknown[]> {
  const { rows } = await service.database.pool.query(
    `select subject, details from operator_alert
     where kind = 'unearned_vendor_money' and resolved_at is null order by subject`,
  );
  return rows;
}

test('a hit that a credit pays for is earned, however small the limit', async () => {
  const limits = { account: hitPaise, all: hitPaise };
  await askProspeo({ limits });
  const { key, accountId } = await waterfall.accountWith(5);
  for (let time = 1; time <= 3; time += 1) {
    assert.equal((await waterfall.find(key, { profile_url: known })).json().credits.charged, 1);
    // The vendor takes nothing for a person it was paid for before.
    assert.equal(calls(), time);
  }
  const { day, ...money } = await unearned();
  assert.match(day, /^\d{4}-\d\d-\d\d$/);
  assert.deepEqual(money, {
    paise: 0,
    under_way_paise: 0,
    limit_paise: hitPaise,
    account_limit_paise: hitPaise,
    accounts: [{ account_id: accountId, paise: 0, under_way_paise: 0 }],
  });
});

interface Free {
  words: string;
  terms?: Terms;
  request?: object;
  given?(key: string): Promise<unknown>;
  trouble?: 'broken_json' | 'out_of_credits';
  paise?: number;
}

const callPaise = 400;
const freeLookups: Free[] = [
  { words: 'a miss', request: { profile_url: 'linkedin.com/in/nobody-at-all' } },
  { words: 'a person whom the name rules out', request: { profile_url: known, name: 'Zoltan Wrong' } },
  {
    words: 'a find of which nothing was asked for',
    request: { profile_url: 'linkedin.com/in/ravi-sample', include: ['phones'] },
  },
  { words: 'an answer that must not be charged for', terms: { billable: false } },
  {
    words: 'a repeat that is free',
    terms: { repeatDays: 30 },
    given: (key) => waterfall.find(key, { profile_url: known }),
  },
  { words: 'an unreadable answer', trouble: 'broken_json' },
  { words: 'a question that is refused', trouble: 'out_of_credits', paise: 0 },
  { words: 'links alone', request: { profile_url: known, include: ['links'] }, paise: 0 },
];

for (const { words, terms, request, given, trouble, paise = callPaise } of freeLookups) {
  test(`what a vendor takes for ${words} is unearned: ${paise} paise`, async () => {
    await askProspeo({ callPaise, ...terms });
    const { key } = await waterfall.accountWith(3);
    await given?.(key);
    waterfall.standIn('prospeo').control.trouble = trouble ?? 'none';
    const response = await waterfall.find(key, { profile_url: known, ...request });
    assert.equal(response.json().credits.charged, 0, response.body);
    const { paise: counted, under_way_paise } = await unearned();
    assert.deepEqual({ counted, under_way_paise }, { counted: paise, under_way_paise: 0 });
  });
}

test('of many lookups at once, over two processes, no more is spent than the limit of their account', async () => {
  await askProspeo({ callPaise, limits: { account: 1000, all: 1_000_000 } });
  const { key, accountId } = await waterfall.accountWith(40);
  const responses = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      (at % 2 ? service : other).withKey(key, 'POST', '/api/v1/find', {
        profile_url: `linkedin.com/in/nobody-${at}`,
      }),
    ),
  );
  assert.equal(calls(), 2);
  const told = responses.map(({ statusCode, body }) => [statusCode, ...warningsOf(body)].join(' '));
  assert.equal(told.filter((words) => words === '200').length, 2);
  assert.equal(told.filter((words) => words === '200 sources_incomplete').length, 28);
  assert.deepEqual(await alerts(), [
    { subject: accountId, details: { paise: 800, limit_paise: 1000, asked_paise: 400 } },
  ]);
  assert.deepEqual(await waterfall.booksOf(accountId), { balance: 40, held: 0 });

  const another = await waterfall.accountWith(1);
  await waterfall.find(another.key, { profile_url: 'linkedin.com/in/nobody-else' });
  assert.equal(calls(), 3, 'other accounts have limits of their own');
});

test('all accounts together have a limit too, and hits that credits pay for are no part of it', async () => {
  await askProspeo({ callPaise, limits: { account: 1000, all: 1000 } });
  const keys = await Promise.all(Array.from({ length: 4 }, () => waterfall.accountWith(5)));
  await waterfall.find(keys[0]!.key, { profile_url: known });
  for (const { key } of keys) await waterfall.find(key, { profile_url: `linkedin.com/in/nobody-${key}` });
  assert.equal(calls(), 3);
  assert.deepEqual(await alerts(), [
    { subject: 'all accounts', details: { paise: 800, limit_paise: 1000, asked_paise: 400 } },
  ]);
});

test('what a call costs is shown, and goes by what the contract says until that is taken back', async () => {
  const { items } = (await service.admin('GET', '/api/v1/admin/sources')).json();
  const shownFor = (id: string) => items.find((item: { id: string }) => item.id === id).terms.call_paise;
  assert.deepEqual(
    [shownFor('prospeo'), shownFor('people_data_labs'), shownFor('gitlab')],
    [hitPaise, 2400, 0],
  );
  const agree = async (call_paise: number | null) => {
    const body = { call_paise, reason: 'a test' };
    const response = await service.admin('PATCH', '/api/v1/admin/sources/prospeo', body);
    assert.equal(response.statusCode, 200, response.body);
    return response.json().terms.call_paise;
  };
  assert.deepEqual([await agree(400), await agree(null)], [400, hitPaise]);
});

test('when the limit leaves no room for an expensive source, a cheaper one is asked', async () => {
  await waterfall.askOnly(['prospeo', 'people_data_labs'], {
    unearned_vendor_paise_per_day: { account: 3000, all: 3000 },
  });
  const { key } = await waterfall.accountWith(1);
  await waterfall.find(key, { profile_url: known });
  assert.deepEqual([calls(), waterfall.standIn('people_data_labs').calls.length], [0, 1]);
});

test('lookups that have asked one source do not wait for one another to ask the next', async () => {
  await waterfall.askOnly(['prospeo', 'people_data_labs'], {
    unearned_vendor_paise_per_day: { account: 1000, all: 1000 },
    source_terms: { prospeo: { call_paise: 400 }, people_data_labs: { call_paise: 450 } },
  });
  const vendor = waterfall.standIn('prospeo');
  vendor.control.trouble = 'silent';
  const { key } = await waterfall.accountWith(2);
  const answers = ['one', 'two'].map((name) =>
    waterfall.find(key, { profile_url: `linkedin.com/in/nobody-${name}` }),
  );
  await vendor.received(2);
  vendor.release();
  const told = (await Promise.all(answers)).map(({ body }) => warningsOf(body).join());
  assert.ok(told.includes('sources_incomplete'), told.join(' and '));
  assert.ok((await unearned()).paise <= 1000);
});

test('an answer that comes too late for its process to hear counts with all it may have cost', async () => {
  await askProspeo({});
  const { key } = await waterfall.accountWith(1);
  const vendor = waterfall.standIn('prospeo');
  vendor.control.trouble = 'silent';
  const answer = waterfall.find(key, { profile_url: known });
  await vendor.received(1);
  assert.equal((await unearned()).under_way_paise, hitPaise);
  await service.database.pool.query(
    `update lookup set worker = gen_random_uuid(), working_until = clock_timestamp() - interval '61 seconds'
     where status = 'pending'`,
  );
  await other.app.kernel.ports.use(Finder).finishAbandoned();
  const { paise, under_way_paise } = await unearned();
  assert.deepEqual({ paise, under_way_paise }, { paise: hitPaise, under_way_paise: 0 });
  vendor.control.trouble = 'none';
  vendor.release();
  await answer;
});

test('a suppressed person uses up the limit of an account like an unknown one, though no source is asked', async () => {
  await askProspeo({ callPaise, limits: { account: 1000, all: 1_000_000 } });
  const person = { profile_url: known, reason: 'a test' };
  await service.admin('POST', '/api/v1/admin/suppressions', person);
  const warningsFor = async (links: string[]) => {
    const { key } = await waterfall.accountWith(9);
    const told: string[][] = [];
    for (const profile_url of links) {
      await service.database.pool.query('truncate source_answer');
      told.push(warningsOf((await waterfall.find(key, { profile_url })).body));
    }
    return told;
  };
  const ofUnknown = await warningsFor(Array.from({ length: 4 }, () => 'linkedin.com/in/nobody-at-all'));
  const before = [calls(), (await unearned()).paise];
  const ofSuppressed = await warningsFor(Array.from({ length: 4 }, () => known));
  assert.deepEqual(ofSuppressed, ofUnknown);
  assert.deepEqual(ofUnknown, [[], [], ['sources_incomplete'], ['sources_incomplete']]);
  assert.deepEqual([calls(), (await unearned()).paise], before);
  await service.database.pool.query('truncate suppression cascade');
});

test('a day begins at midnight UTC: the limit starts again, and alerts of the day before are closed', async () => {
  const midnight = new Date('2031-03-01T00:00:00Z');
  const clock = await stopLedgerClock(service.database.pool, new Date(midnight.getTime() - 1));
  const limits = { account: callPaise, all: 1_000_000 };
  await askProspeo({ callPaise, limits });
  const { key, accountId } = await waterfall.accountWith(1);
  // Lots of this account must live until then.
  await service.database.pool.query("update credit_lot set expires_at = 'infinity' where closed_at is null");
  const missOf = async (handle: string) =>
    warningsOf((await waterfall.find(key, { profile_url: `linkedin.com/in/${handle}` })).body);
  assert.deepEqual(await missOf('nobody-one'), []);
  assert.deepEqual(await missOf('nobody-two'), ['sources_incomplete']);
  assert.equal((await unearned()).day, '2031-02-28');
  assert.deepEqual(await alerts(), [
    { subject: accountId, details: { paise: 400, limit_paise: 400, asked_paise: 400 } },
  ]);

  await clock.set(midnight);
  assert.deepEqual(await missOf('nobody-three'), []);
  await runJob(service, closeDays);
  assert.deepEqual(await alerts(), []);
  assert.deepEqual([(await unearned()).day, (await unearned()).paise], ['2031-03-01', 400]);
});
