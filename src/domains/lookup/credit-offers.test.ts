import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { dayMs } from '#core/clock.ts';
import { CreditOffers } from '#domains/billing/index.ts';
import { callTool } from '#test/support/agents.ts';
import {
  catalogueOf,
  changeCatalogue,
  describedAs,
  withdrawWaiting,
  withEntry,
} from '#test/support/catalogue.ts';
import { givenKey } from '#test/support/kit.ts';
import { servedPages } from '#test/support/served-pages.ts';

const pages = await servedPages();
const { service } = pages;
after(() => pages[Symbol.asyncDispose]());

const refused = async () => {
  const { text: key } = await givenKey(service.database.db);
  const body = { profile_url: 'https://github.com/asha-example' };
  return { key, response: await service.withKey(key, 'POST', '/api/v1/find', body) };
};

test('402 says which plans and packs are sold, for how much, and where a person can buy them', async () => {
  const { response } = await refused();
  const { offers, offers_valid_until, balance } = response.json();
  const list = (await service.request('GET', '/api/pricing')).json();
  const sold = [...list.monthly_plans, ...list.topup_packs];
  assert.equal(response.statusCode, 402);
  assert.deepEqual([balance, offers_valid_until], [0, null]);
  assert.deepEqual(
    offers.map(({ plan_id, credits, amount, currency }: Record<string, unknown>) => [
      plan_id,
      credits,
      amount,
      currency,
    ]),
    sold.map(({ id, credits, amount, currency }) => [id, credits, amount, currency]),
  );
  assert.ok(offers.length >= 4);
  assert.equal(new URL(offers[0].checkout_url).search, `?plan=${offers[0].plan_id}`);
});

test('a job that can’t look anyone up brings the same offers', async () => {
  const { key, response } = await refused();
  const profiles = [{ profile_url: 'https://github.com/asha-example' }];
  const job = await service.withKey(key, 'POST', '/api/v1/jobs', { profiles });
  assert.equal(job.statusCode, 402);
  assert.deepEqual(job.json().offers, response.json().offers);
});

test('a checkout link leads to the sign-in, which keeps the choice', async () => {
  const { offers } = (await refused()).response.json();
  const { pathname, search } = new URL(offers[0].checkout_url);
  const shown = await fetch(`${pages.url}${pathname}${search}`, { redirect: 'manual' });
  const text = (shown.headers.get('location') ?? '') + (await shown.text());
  assert.match(decodeURIComponent(text), /sign-in/);
  assert.ok(decodeURIComponent(text).includes(`/app/plans?plan=${offers[0].plan_id}`), text.slice(0, 3000));
});

test('offers are made once until the prices change, and say when a planned change comes', async () => {
  const offersNow = service.app.kernel.ports.use(CreditOffers);
  const before = offersNow();
  assert.equal(offersNow(), before);
  const { entries } = await catalogueOf(service);
  const effective_at = new Date(Date.now() + 30 * dayMs).toISOString();
  await changeCatalogue(service, { entries: describedAs('Next month', entries), effective_at });
  assert.deepEqual(offersNow(), { offers: before.offers, offers_valid_until: effective_at });
  await withdrawWaiting(service);
  await changeCatalogue(service, { entries: withEntry(entries, 'growth', { amount: 44_900 }) });
  assert.equal(offersNow().offers.find(({ plan_id }) => plan_id === 'growth')!.amount, 44_900);
});

test('an agent reads the offers in the error of its tool', async () => {
  const { text: key } = await givenKey(service.database.db, { plan: 'starter' });
  const { isError, content } = await callTool(service, key, 'find_contact', {
    profile_url: 'https://github.com/asha-example',
  });
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /insufficient_credits.*checkout_url/);
});
