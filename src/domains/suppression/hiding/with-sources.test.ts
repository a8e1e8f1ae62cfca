import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from '#test/support/eventually.ts';
import { type TestService, testSecrets } from '#test/support/service.ts';
import { statementsOf } from '#test/support/statements.ts';
import { openWaterfall, paidIds, type Waterfall } from '#test/support/waterfall.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { suppressionKey } from '../keys.ts';

let waterfall: Waterfall;
let service: TestService;
before(async () => {
  waterfall = await openWaterfall();
  ({ service } = waterfall);
});
beforeEach(() => waterfall.begin());
after(() => waterfall[Symbol.asyncDispose]());

/** Sources that need not be asked about the profile again, as they knew nothing. */
async function missesKept(link: string): Promise<string[]> {
  const { rows } = await service.database.pool.query(
    'select source from source_answer where profile_hash = $1 and contacts is null order by source',
    [profileHashOf(`https://www.${link}`)],
  );
  return rows.map(({ source }) => source);
}

test('no source is asked about a suppressed person, who is answered like an unknown one, the first time and again', async () => {
  const key = suppressionKey(
    testSecrets.suppression_pepper,
    'profile',
    'https://www.linkedin.com/in/asha-example',
  );
  await service.database.pool.query(
    "insert into suppression (key, kind, reason, requested_by) values ($1, 'profile', 'a test', 'subject')",
    [key],
  );
  try {
    const [one, other] = [await waterfall.accountWith(3), await waterfall.accountWith(3)];
    const links = ['linkedin.com/in/asha-example', 'linkedin.com/in/nobody-there'] as const;
    const nameless = (body: string) =>
      body
        .replace(/lkp_\w+/, 'lkp')
        .replace(/asha-example|nobody-there/g, 'x')
        .replace(/"created_at":"[^"]+"/, '');
    for (const time of ['the first time', 'again']) {
      const ofNobody = await waterfall.find(other.key, { profile_url: links[1] });
      const called = waterfall.callsTo(paidIds);
      const answer = await waterfall.find(one.key, { profile_url: links[0] });
      assert.equal(waterfall.callsTo(paidIds), called, `no source is asked ${time}`);
      assert.equal(nameless(answer.body), nameless(ofNobody.body), time);
      assert.deepEqual(await missesKept(links[0]), await missesKept(links[1]), time);
    }
    assert.deepEqual(await waterfall.booksOf(one.accountId), await waterfall.booksOf(other.accountId));
  } finally {
    await service.database.pool.query('delete from suppression where key = $1', [key]);
  }
});

test('a lookup with a paid source sends the same statements about a suppressed person and an unknown one', async () => {
  await waterfall.askOnly(['prospeo'], { lookup_budget_ms: 60_000 });
  const { key } = await waterfall.accountWith(9);
  const hidden = (at: number) => `https://www.linkedin.com/in/hidden-${at}`;
  const unknown = (at: number) => `https://www.linkedin.com/in/nobody-${at}`;
  await service.admin('POST', '/api/v1/admin/suppressions', {
    items: [{ profile_url: hidden(1) }, { profile_url: hidden(2) }, { profile_url: hidden(3) }],
    reason: 'a test',
  });
  const statementsFor = (link: string) =>
    statementsOf(() =>
      waterfall.find(key, { profile_url: link }).then(({ statusCode }) => assert.equal(statusCode, 200)),
    );
  const asked = async () => {
    const { rows } = await service.database.pool.query('select sum(asked)::int as asked from source_tally');
    return rows[0].asked;
  };
  await statementsFor(unknown(0));
  const pairs: [string[], string[]][] = [];
  // A copy in memory may expire in between, such as that of the key, so more than one pair is compared.
  for (const at of [1, 2, 3]) {
    const ofNobody = await statementsFor(unknown(at));
    const before = await asked();
    pairs.push([await statementsFor(hidden(at)), ofNobody]);
    assert.equal(await asked(), before, 'nothing was asked, so nothing is counted');
  }
  if (!pairs.some(([one, other]) => isDeepStrictEqual(one, other))) assert.deepEqual(...pairs[0]!);
});

/** Waits until the profile is on the suppression list and nothing found of it is kept. */
async function keptOut(link: string): Promise<void> {
  const url = `https://www.${link}`;
  await eventually(async () => {
    const { rows } = await service.database.pool.query(
      `select exists (select from suppression where key = $1)
        and not exists (select from source_answer where profile_hash = $2 and contacts is not null) as kept_out`,
      [suppressionKey(testSecrets.suppression_pepper, 'profile', url), profileHashOf(url)],
    );
    assert.ok(rows[0].kept_out, `${link} is not kept out`);
  });
}

test('a person whose address is suppressed is not disclosed although a source has it, and no source is asked again', async () => {
  await waterfall.switchSources(
    paidIds.filter((id) => id !== 'contactout'),
    false,
  );
  const { key } = await waterfall.accountWith(3);
  const first = (await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' })).json();
  const suppressed = suppressionKey(testSecrets.suppression_pepper, 'email', first.emails[0].address);
  await service.database.pool.query(
    "insert into suppression (key, kind, reason, requested_by) values ($1, 'email', 'a test', 'subject')",
    [suppressed],
  );
  try {
    const answer = (await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' })).json();
    assert.deepEqual([answer.status, answer.emails, answer.credits.charged], ['not_found', [], 0]);
    await keptOut('linkedin.com/in/asha-example');
    const called = waterfall.callsTo(paidIds);
    await waterfall.find(key, { profile_url: 'linkedin.com/in/asha-example' });
    assert.equal(waterfall.callsTo(paidIds), called, 'no source is asked again');
  } finally {
    await service.database.pool.query('delete from suppression where key = $1', [suppressed]);
  }
});

test('who told a source to be forgotten is put on the suppression list, and is answered like an unknown one', async () => {
  await waterfall.switchSources(
    paidIds.filter((id) => id !== 'hunter'),
    false,
  );
  const { key } = await waterfall.accountWith(3);
  const answer = (await waterfall.find(key, { profile_url: 'linkedin.com/in/forgotten-example' })).json();
  assert.deepEqual([answer.status, answer.credits.charged, answer.warnings], ['not_found', 0, []]);
  await keptOut('linkedin.com/in/forgotten-example');
  const { items } = (
    await service.admin('GET', '/api/v1/admin/suppressions?profile_url=linkedin.com/in/forgotten-example')
  ).json();
  assert.deepEqual([items[0].requested_by, items[0].because_of], ['source', null]);
});

test('an erasure reaches the answers that vendors gave, in whatever form they are kept', async () => {
  await waterfall.switchSources([...paidIds, 'gravatar', 'website', 'mastodon', 'npm'], false);
  const { key } = await waterfall.accountWith(3);
  const answer = (await waterfall.find(key, { profile_url: 'github.com/asha-example' })).json();
  const [{ address }] = answer.emails;
  const trail = async () => {
    const { rows } = await service.database.pool.query(
      `select (select count(*) from http_validator where body::text like $1)::int as bodies,
        (select count(*) from source_answer where contacts::text like $1)::int as answers,
        (select count(*) from lookup where answer like $1)::int as lookups`,
      [`%${address}%`],
    );
    return rows[0];
  };
  const before = await trail();
  assert.ok(before.bodies > 0 && before.answers > 0 && before.lookups > 0, JSON.stringify(before));
  const body = { profile_url: 'github.com/asha-example', reason: 'a test', suppress: false };
  assert.equal((await service.admin('POST', '/api/v1/admin/people/erasure', body)).statusCode, 200);
  assert.deepEqual(await trail(), { bodies: 0, answers: 0, lookups: 0 });
});
