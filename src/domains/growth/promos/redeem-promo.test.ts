import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs, minuteMs } from '#core/clock.ts';
import { reconcileLedger } from '#domains/credits/index.ts';
import { manualClock } from '#test/support/clock.ts';
import { booksOf, givenAccount } from '#test/support/kit.ts';
import { stopLedgerClock } from '#test/support/ledger/clock.ts';
import { givenPromo } from '#test/support/promos.ts';
import { testSecrets, testService } from '#test/support/service.ts';

const start = new Date('2026-11-08T00:00:00.000Z');
const clock = manualClock(start);
const service = await testService({ clock });
const { database } = service;
const other = await testService({ clock, database });
after(async () => {
  await other[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});
await stopLedgerClock(database.pool, start);

const path = '/internal/growth/redeem';
const redeem = (account_id: string, code: string, key?: string, on = service) =>
  on.request('POST', path, {
    headers: {
      'x-internal-secret': testSecrets.internal_secret,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: { account_id, code },
  });
const preview = (account_id: string, code: string) =>
  service.internal('POST', '/internal/growth/preview-promo', { account_id, code });
const somebody = async () => (await givenAccount(database.db)).accountId;
const usesOf = async (code: string): Promise<{ uses: number; redemptions: number; granted: number }> => {
  const { rows } = await database.pool.query(
    `select uses, (select count(*)::int from promo_redemption where promo = promo.id) as redemptions,
       (select count(*)::int from credit_lot where source = 'promo' and reason = 'Promo ' || code) as granted
     from promo where code = $1`,
    [code],
  );
  return rows[0];
};

test('a redemption grants the credits until their end, as the preview said, and the history names the code', async () => {
  await givenPromo(service, 'DIWALI50', { valid_days: 30, message: 'Happy Diwali!' });
  const { accountId } = await givenAccount(database.db);
  const expires_at = new Date(start.getTime() + 30 * dayMs).toISOString();
  const offer = { code: 'DIWALI50', credits: 50, message: 'Happy Diwali!', expires_at };
  assert.deepEqual((await preview(accountId, 'DIWALI50')).json(), { ...offer, valid_days: 30 });
  const { id, ...redeemed } = (await redeem(accountId, 'DIWALI50')).json();
  assert.deepEqual(redeemed, { ...offer, balance: 50 });

  const { items } = (await service.internal('GET', `/internal/billing/history/${accountId}`)).json();
  const [{ kind, credits, reason, lot }] = items;
  assert.deepEqual([kind, credits, reason], ['grant', 50, 'Promo DIWALI50']);
  assert.deepEqual([lot.source, lot.reference, lot.expires_at], ['promo', String(id), expires_at]);
  const journey = await service.admin('GET', `/api/v1/admin/growth/journey?account_id=${accountId}`);
  const facts = journey.json().items as { what: string; detail: { code: string; credits: number } }[];
  const told = facts.filter(({ what }) => what === 'promo.redeemed');
  assert.deepEqual(
    told.map(({ detail }) => [detail.code, detail.credits]),
    [['DIWALI50', 50]],
  );
});

test('500 redemptions at once of a code with 100 uses give exactly 100 grants, on two processes', async () => {
  const code = await givenPromo(service, 'RUSH', { credits: 3, max_uses: 100 });
  await database.pool.query(
    `insert into account (account_id) select 'rush-' || n from generate_series(1, 500) n`,
  );
  const said: string[] = [];
  // On a machine that is busy some wait too long for a connection: they ask again, as 503 tells them to.
  for (let asking = Array.from({ length: 500 }, (_, at) => at + 1); asking.length > 0; ) {
    const overloaded: number[] = [];
    await Promise.all(
      asking.map(async (n) => {
        const answer = await redeem(`rush-${n}`, code, undefined, n % 2 ? other : service);
        if (answer.statusCode === 503) overloaded.push(n);
        else said.push(answer.statusCode === 200 ? 'granted' : answer.json().code);
      }),
    );
    asking = overloaded;
  }
  const counts = Object.groupBy(said, (each) => each);
  assert.deepEqual([counts.granted?.length, counts.promo_used_up?.length], [100, 400]);
  assert.deepEqual(await usesOf(code), { uses: 100, redemptions: 100, granted: 100 });
  assert.deepEqual(await reconcileLedger(database.db), []);
});

test('an account that redeems a code ten times at once gets it once', async () => {
  const [code, accountId] = [await givenPromo(service, 'ONCE'), await somebody()];
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => redeem(accountId, code, `once-${at}`, at % 2 ? other : service)),
  );
  const refused = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().code);
  assert.deepEqual(refused, Array(9).fill('promo_already_redeemed'));
  assert.equal((await booksOf(service, accountId)).balance, 50);
});

test('a code that is not once per account can be redeemed again', async () => {
  const code = await givenPromo(service, 'AGAIN', { per_account_once: false, max_uses: 2 });
  const accountId = await somebody();
  const codes = [];
  for (let time = 0; time < 3; time += 1) codes.push((await redeem(accountId, code)).statusCode);
  assert.deepEqual(codes, [200, 200, 409]);
  assert.equal((await booksOf(service, accountId)).balance, 100);
});

test('a repeat with the same Idempotency-Key redeems nothing more and gets the first answer', async () => {
  const code = await givenPromo(service, 'REPEAT', { per_account_once: false });
  const accountId = await somebody();
  const first = await redeem(accountId, code, 'ticket');
  const second = await redeem(accountId, code, 'ticket', other);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal(second.body, first.body);
  assert.equal((await booksOf(service, accountId)).balance, 50);
});

test('a repeat while the first is under way is refused with idempotency_key_in_use', async () => {
  const [code, accountId] = [await givenPromo(service, 'SLOW'), await somebody()];
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`select from promo where code = 'SLOW' for update`);
    const both = [redeem(accountId, code, 'slow'), redeem(accountId, code, 'slow', other)];
    const refused = await Promise.race(both);
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'idempotency_key_in_use']);
    await holder.query('commit');
    const statuses = (await Promise.all(both)).map(({ statusCode }) => statusCode);
    assert.deepEqual(statuses.sort(), [200, 409]);
  } finally {
    holder.release();
  }
});

test('a code is good from its start to just before its end, to the millisecond', async () => {
  const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
  const code = await givenPromo(service, 'WINDOW', {
    per_account_once: false,
    starts_at: at(minuteMs),
    ends_at: at(2 * minuteMs),
  });
  const starts = at(minuteMs);
  const accountId = await somebody();
  const says = async (afterMs: number) => {
    clock.advance(afterMs);
    const answer = await redeem(accountId, code);
    return answer.statusCode === 200 ? 'granted' : answer.json();
  };
  const { code: early, starts_at } = await says(minuteMs - 1);
  assert.deepEqual([early, starts_at], ['promo_not_started', starts]);
  assert.equal(await says(1), 'granted');
  assert.equal(await says(minuteMs - 1), 'granted');
  assert.equal((await says(1)).code, 'promo_ended');
});

test('a code is the same in any case, with spaces around it and in full width', async () => {
  const code = await givenPromo(service, 'cafe-10', { per_account_once: false });
  const accountId = await somebody();
  for (const typed of [code, ' Cafe-10 ', 'ＣＡＦＥ-10']) {
    assert.equal((await redeem(accountId, typed)).json().code, 'CAFE-10', typed);
  }
  for (const typed of ['cafe 10', 'café-10', '💥', "';--"]) {
    const answer = await redeem(accountId, typed);
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'promo_unknown'], typed);
  }
});

test('an account can try ten codes in a minute, previews included, and others are not held up', async () => {
  const [guesser, guest] = [await somebody(), await somebody()];
  const code = await givenPromo(service, 'FOUND');
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await (tries % 2 ? preview : redeem)(guesser, `GUESS-${tries}`);
    assert.equal(answer.json().code, 'promo_unknown');
  }
  const refused = await redeem(guesser, code);
  assert.deepEqual([refused.statusCode, refused.json().retry_after], [429, 60]);
  assert.equal((await redeem(guest, code)).statusCode, 200);
  clock.advance(minuteMs);
  assert.equal((await redeem(guesser, code)).statusCode, 200);
});

test('a locked account redeems nothing, and a code that is switched off is unknown', async () => {
  const [code, accountId] = [await givenPromo(service, 'SHUT'), await somebody()];
  await givenPromo(service, 'OFF', { active: false });
  assert.equal((await redeem(accountId, 'OFF')).json().code, 'promo_unknown');
  const lock = { subject_type: 'account', subject: accountId };
  await service.admin('POST', '/api/v1/admin/locks', lock);
  const answer = await redeem(accountId, code);
  assert.deepEqual([answer.statusCode, answer.json().code], [403, 'account_locked']);
  assert.equal((await usesOf(code)).uses, 0);
});
