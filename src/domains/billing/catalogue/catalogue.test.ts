import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { plansOf } from '#domains/billing/plans-of.ts';
import {
  catalogueOf,
  changeCatalogue,
  describedAs,
  withdrawWaiting,
  withEntry,
} from '#test/support/catalogue.ts';
import { manualClock } from '#test/support/clock.ts';
import { eventually } from '#test/support/eventually.ts';
import { givenAccount, givenKey } from '#test/support/kit.ts';
import { givenOnboarded } from '#test/support/purchases.ts';
import { type TestService, testService } from '#test/support/service.ts';
import { type CatalogueEntry, defaultEntries, planFrom } from '../plans.ts';

const path = '/api/v1/admin/catalogue';
const clock = manualClock(new Date());
let service: TestService;
let other: TestService;
/** What the catalogue has before each test: the default, with what tests have added and no longer sell. */
let current: CatalogueEntry[];
before(async () => {
  service = await testService({ clock });
  other = await testService({ clock, database: service.database });
});
after(async () => {
  await other?.[Symbol.asyncDispose]();
  await service?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await withdrawWaiting(service);
  await rollBack(0);
  current = (await catalogueOf(service)).entries;
});

const rollBack = (version: number) =>
  service.admin('POST', `${path}/rollback`, { version, reason: 'the next test' });
const prices = async (of = service) => (await of.request('GET', '/api/pricing')).json();
const entries = (changes: Partial<CatalogueEntry> = {}, id = 'growth') => withEntry(current, id, changes);
const send = async (wanted: unknown[], more: object = {}) => {
  const { version: expected_version } = await catalogueOf(service);
  return service.admin('POST', path, { entries: wanted, reason: 'a test', expected_version, ...more });
};
const checkout = (plan_id: string, account_id: string, of = service) =>
  of.internal('POST', '/internal/billing/checkout', { account_id, plan_id });

test('a new price is in the price list, its sentences and the checkout of every process', async () => {
  await changeCatalogue(service, { entries: entries({ amount: 44_900, credits: 90 }) });
  const { monthly_plans, copy } = await prices();
  assert.deepEqual(
    [monthly_plans[1].amount, monthly_plans[1].amount_display, monthly_plans[1].credits],
    [44_900, '₹449', 90],
  );
  assert.match(copy.ai_docs_plans, /Growth ₹449 for 90 credits/);
  await eventually(async () => assert.equal((await prices(other)).monthly_plans[1].amount, 44_900));
  await givenAccount(service.database.db, { accountId: 'buyer-of-the-new' });
  await givenOnboarded(service, 'buyer-of-the-new');
  const bought = (await checkout('growth', 'buyer-of-the-new', other)).json();
  assert.deepEqual([bought.amount, bought.amount_display], [44_900, '₹449']);
});

test('who has a plan keeps its rate, its lane and its agents when the catalogue changes', async () => {
  const { db } = service.database;
  const key = await givenKey(db, { plan: 'scale' });
  await changeCatalogue(service, {
    entries: entries({ rate_limit_per_min: 1, mcp: false, credits: 1, cta: 'none' }, 'scale'),
  });
  const [held] = await plansOf(db, key.account);
  assert.deepEqual([held?.plan.rate_limit_per_min, held?.plan.mcp], [120, true]);
  const shown = (await service.admin('GET', `/api/v1/keys/list?account_id=${key.accountId}`)).json();
  assert.equal(shown.items[0].rate_limit_per_min, 120);
  const status = await service.internal('GET', `/internal/billing/mcp-status/${key.accountId}`);
  assert.equal(status.json().allowed, true);
});

test('a checkout that was begun at the old price is paid at the old price', async () => {
  await givenAccount(service.database.db, { accountId: 'late-payer' });
  await givenOnboarded(service, 'late-payer');
  const begun = (await checkout('starter', 'late-payer')).json();
  await changeCatalogue(service, { entries: entries({ amount: 19_900 }, 'starter') });
  const again = (await checkout('starter', 'late-payer')).json();
  assert.deepEqual([begun.amount, again.amount], [9_900, 19_900]);
  assert.notEqual(begun.payment_reference, again.payment_reference);
});

test('a change with a date comes into force at that time, on every process, and none is made until then', async () => {
  const effective_at = new Date(clock.now().getTime() + dayMs).toISOString();
  const { version } = await changeCatalogue(service, { entries: entries({ amount: 50_000 }), effective_at });
  assert.equal((await prices()).monthly_plans[1].amount, 39_900);
  assert.equal((await catalogueOf(service)).waiting?.version, version);
  const refused = await send(entries({ amount: 60_000 }));
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'catalogue_change_waiting']);
  clock.advance(dayMs);
  assert.equal((await prices()).monthly_plans[1].amount, 50_000);
  await eventually(async () => assert.equal((await prices(other)).monthly_plans[1].amount, 50_000));
  assert.equal((await catalogueOf(service)).waiting, null);
  const withdrawn = await service.admin('POST', `${path}/withdraw`, { version, reason: 'too late' });
  assert.equal(withdrawn.statusCode, 404);
});

test('a change that waits can be withdrawn, and stays in the history', async () => {
  const effective_at = new Date(clock.now().getTime() + dayMs).toISOString();
  const { version } = await changeCatalogue(service, { entries: entries({ amount: 50_000 }), effective_at });
  const answer = await service.admin('POST', `${path}/withdraw`, { version, reason: 'a mistake' });
  assert.equal(answer.json().withdrawn_by, 'ops');
  clock.advance(2 * dayMs);
  assert.equal((await prices()).monthly_plans[1].amount, 39_900);
  const { history } = await catalogueOf(service);
  assert.deepEqual([history[0]?.version, history[0]?.withdrawn_at !== null], [version, true]);
});

test('a rollback brings the former entries back, and stops selling what was added since', async () => {
  const added = { ...defaultEntries[1]!, id: 'team', name: 'Team', amount: 59_900 };
  const { version } = await changeCatalogue(service, { entries: [...entries({ amount: 1_000 }), added] });
  assert.equal((await prices()).monthly_plans.length, 4);
  const back = (await rollBack(0)).json();
  assert.deepEqual(back.changes, [
    { id: 'growth', member: 'amount', before: 1_000, after: 39_900 },
    { id: 'team', member: 'cta', before: 'checkout', after: 'none' },
  ]);
  assert.equal((await prices()).monthly_plans.length, 3);
  assert.equal((await rollBack(version)).json().changes.length, 2);
});

const doubled = { ...defaultEntries[1]!, name: 'Growth again' };
const faulty: [words: string, entries: () => unknown[], fault: RegExp][] = [
  ['two entries with one id', () => [...current, doubled], /Two entries have the id 'growth'/],
  [
    'an entry without its sold name',
    () => [...current, { ...doubled, id: 'g2', name: 'growth ' }],
    /have the name/,
  ],
  ...['ｇｒｏｗｔｈ', 'Gro\u200dwth', 'Growth\u00a0'].map((name): (typeof faulty)[number] => [
    `an entry that looks like a sold one, ${JSON.stringify(name)}`,
    () => [...current, { ...doubled, id: 'g2', name }],
    /have the name/,
  ]),
  ...['\u200b', 'Starter\u200b', 'A\n\u001b[31m', '\u202eevil', '\u2800'].map(
    (name): (typeof faulty)[number] => [
      `the name ${JSON.stringify(name)}`,
      () => entries({ name }),
      /without control, direction or invisible characters|should not be blank/,
    ],
  ),
  [
    'a description with a control character',
    () => entries({ description: '\u0007bell' }),
    /"description"\],"msg":"Value should be one line of text/,
  ],
  ['an unknown member', () => [{ ...current[0], extra: 1 }, ...current.slice(1)], /extra_forbidden/],
  ['a missing entry', () => current.slice(1), /'starter' is missing.*set its cta to none/],
  ['an entry of another kind', () => entries({ kind: 'topup' }), /known as monthly/],
  ['a price below one rupee', () => entries({ amount: 99 }), /at least ₹1/],
  ['a plan without credits', () => entries({ credits: 0 }), /at least one credit/],
  [
    'the id that means no plan',
    () => [...current, { ...doubled, id: 'none' }],
    /means that a key has no plan/,
  ],
  [
    'no monthly plan',
    () => current.map((entry) => (entry.kind === 'monthly' ? { ...entry, cta: 'none' } : entry)),
    /At least one monthly plan must be sold/,
  ],
];
for (const [words, entriesOf, fault] of faulty) {
  test(`${words} is refused with the reason, by the preview too`, async () => {
    const wanted = entriesOf();
    const preview = await service.admin('POST', `${path}/preview`, { entries: wanted });
    for (const answer of [await send(wanted), preview]) {
      assert.equal(answer.statusCode, 422, answer.body);
      assert.match(JSON.stringify(answer.json().detail), fault);
    }
  });
}

test('a pack may cost more than a plan, and packs may differ in the price of a credit', async () => {
  await changeCatalogue(service, { entries: entries({ amount: 200_000 }, 'topup_500') });
  const { price_per_credit, copy } = await prices();
  assert.equal(price_per_credit, 500);
  assert.match(copy.billing_shop_blurb, /cost ₹4 to ₹5 each/);
});

test('without packs, and with one plan, each text of the price list still makes sense', async () => {
  const sold = current.map((entry) => (entry.id === 'growth' ? entry : { ...entry, cta: 'none' as const }));
  await changeCatalogue(service, { entries: sold });
  const list = await prices();
  assert.deepEqual([list.topup_packs, list.price_per_credit], [[], 0]);
  const texts = JSON.stringify([list.copy, list.notes, list.faqs]);
  assert.doesNotMatch(texts, /undefined|NaN|Infinity|null|₹399 to|80 to/);
  assert.match(list.copy.monthly_line, /from ₹399 a month/);
});

test('a preview says what changes and who keeps what, and changes nothing', async () => {
  const before = await prices();
  const wanted = entries({ amount: 44_900 });
  const { changes, keeping, price_list } = (
    await service.admin('POST', `${path}/preview`, { entries: wanted })
  ).json();
  assert.deepEqual(changes, [{ id: 'growth', member: 'amount', before: 39_900, after: 44_900 }]);
  assert.deepEqual(keeping, []);
  assert.equal(price_list.monthly_plans[1].amount, 44_900);
  assert.deepEqual(await prices(), before);
});

test('of changes that were made on the same version, one is made', async () => {
  const { version: expected_version } = await catalogueOf(service);
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      (n % 2 ? service : other).admin('POST', path, {
        entries: describedAs(`Change ${n}`, current),
        reason: 'a test',
        expected_version,
      }),
    ),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409, 409, 409]);
});

test('the same catalogue again is no new version, and a time in the past is refused', async () => {
  const { version } = await catalogueOf(service);
  const same = await send(current);
  assert.deepEqual(same.json(), { version, changes: [], effective_at: null });
  const past = await send(entries({ amount: 1_000 }), { effective_at: '2020-01-01T00:00:00Z' });
  assert.match(past.body, /The time is in the past/);
});

test('an account with a key of no plan has none, whatever the catalogue says', async () => {
  const { account } = await givenAccount(service.database.db);
  assert.deepEqual(await plansOf(service.database.db, account), []);
  assert.equal(planFrom(defaultEntries.at(-2)!).amount_display, 'By agreement');
});
