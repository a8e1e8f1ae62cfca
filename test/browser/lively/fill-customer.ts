import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../clients/typescript/src/client.ts';
import { daysAfter } from '../../../src/core/clock.ts';
import type { Db } from '../../../src/core/context.ts';
import { businessProfile } from '../../support/business-profile.ts';
import { eventually } from '../../support/eventually.ts';
import { givenEndpoint, givenWebhook } from '../../support/webhooks.ts';
import { givenVerified } from '../../support/whatsapp.ts';

/** Parameters of addresses, by name: what a route such as `/app/jobs/:job_id` needs. */
export type Parameters = Record<string, string>;

export const exampleContacts = readFileSync(
  join(import.meta.dirname, '../../../docs/examples/contacts.csv'),
  'utf8',
);

/** As after three days without an answer. */
async function switchOff(db: Db, endpoint: string): Promise<void> {
  const events = ['budget.reached', 'credits.low', 'person.opted_out'];
  const at = new Date();
  await db
    .updateTable('webhook_endpoint')
    .set({ name: 'Billing', events, enabled: false, failing_since: daysAfter(at, -3), switched_off_at: at })
    .where('id', '=', endpoint)
    .execute();
}

/** Links of the example's first rows. */
export const exampleLinks = exampleContacts
  .split('\n')
  .slice(1, 25)
  .map((line) => line.split(',')[0]!);

/** A customer who has onboarded, pays for a plan, and uses everything. */
export async function fillCustomer(
  api: Client,
  db: Db,
  account_id: string,
  url: string,
): Promise<Parameters> {
  await onboard(api, db, account_id);
  const reference = await pay(api, account_id, 'growth');
  await pay(api, account_id, 'topup_20');
  await issueDocuments(api, account_id);
  const key_id = await useKeys(api, account_id, url);
  await api.call('POST /internal/growth/redeem', { body: { account_id, code: 'DIWALI50' } });
  await api.call('POST /internal/webhooks/{account_id}/secret', { path: { account_id } });
  for (const label of ['Chrome on the laptop', 'Firefox at work'])
    await api.call('POST /internal/extension/session', { body: { account_id, label } });
  const [link] = exampleLinks;
  const { id: lookup_id } = await api.call('POST /internal/find', {
    body: { account_id, profile_url: link! },
  });
  const [email] = /[\w.]+@[\w.]+/.exec(exampleContacts.split('\n')[1]!)!;
  const reported = await api.call('POST /internal/bounces', { body: { account_id, emails: [email] } });
  assert.equal(reported.items[0]!.result, 'accepted');
  const call_id = await callOf(api, account_id);
  const job_id = await work(api, account_id);
  await setBudgets(api, account_id, key_id);
  const holder = { accountId: account_id };
  const endpoint_id = await givenEndpoint({ database: { db } }, holder);
  await givenWebhook({ database: { db } }, holder, endpoint_id);
  await switchOff(db, await givenEndpoint({ database: { db } }, holder));
  return { reference, lookup_id, key_id, call_id, job_id, endpoint_id };
}

/** Budgets of the account and of a key with a long name, one of them reached. */
async function setBudgets(api: Client, account_id: string, key_id: string): Promise<void> {
  const path = { account_id };
  const set = (body: { period: 'day' | 'month'; credits: number; key_id?: string; time_zone?: string }) =>
    api.call('POST /internal/budgets/{account_id}', { path, body });
  await set({ period: 'day', credits: 1, time_zone: 'Asia/Kolkata' });
  await set({ period: 'month', credits: 5_000 });
  await set({ period: 'day', credits: 25, key_id });
}

/** Keys in every state, and requests with one of them. Returns the key that is being replaced. */
async function useKeys(api: Client, account_id: string, url: string): Promise<string> {
  const path = { account_id };
  const { key } = await api.call('POST /internal/key/ensure/{account_id}', { path, body: {} });
  const make = (name: string, more: object = {}) =>
    api.call('POST /internal/keys/by-account/{account_id}', { path, body: { name, ...more } });
  await make('CRM sync', { allowed_ips: '203.0.113.0/24,198.51.100.7', expires_in_days: 90 });
  await make('Nightly enrichment of the whole customer database in Mumbai', { mode: 'test' });
  const { id: key_id } = await make('Old website');
  await api.call('POST /internal/keys/by-account/{account_id}/{key_id}/replacement', {
    path: { account_id, key_id },
    body: { overlap_hours: 24, expires_in_days: null },
  });
  const { id: revoked } = await make('Trial');
  await api.call('POST /internal/keys/by-account/{account_id}/{key_id}/revocation', {
    path: { account_id, key_id: revoked },
  });
  await request(url, key!);
  return key_id;
}

/** Some lookups with a key, and some that are refused. */
async function request(url: string, key: string): Promise<void> {
  const find = (body: object) =>
    fetch(`${url}/api/v1/find`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  for (const profile_url of [...exampleLinks.slice(2, 5), 'https://github.com/nobody-at-all', 'no link'])
    await find({ profile_url });
  await find({ name: 'Asha Example' });
}

/** A lookup in the request log. */
async function callOf(api: Client, account_id: string): Promise<string> {
  const path = { account_id };
  const { items } = await api.call('GET /internal/calls/{account_id}', { path, query: { status: '2xx' } });
  return items.at(-1)!.id;
}

async function onboard(api: Client, db: Db, account_id: string): Promise<void> {
  await api.call('POST /internal/identity/onboarding/start', {
    body: {
      account_id,
      email: 'asha@example.com',
      ...businessProfile,
    },
  });
  await givenVerified(db, '+12025550147', { accountId: account_id });
}

/** Buys, pays in the sandbox, and claims. */
async function pay(api: Client, account_id: string, plan_id: string): Promise<string> {
  const checkout = await api.call('POST /internal/billing/checkout', { body: { account_id, plan_id } });
  const { payment_reference, payment_url, kind } = checkout;
  const act = kind === 'monthly' ? 'start' : 'pay';
  const pressed = await fetch(payment_url!, { method: 'POST', body: new URLSearchParams({ act }) });
  assert.equal(pressed.status, 200, await pressed.text());
  const query = { payment_reference };
  await eventually(async () => {
    const { status } = await api.call('GET /api/v1/billing/claim-token', { query });
    assert.notEqual(status, 'pending');
  }, 600);
  return payment_reference;
}

/** Jobs of the service issue the invoices. */
const issueDocuments = (api: Client, account_id: string) =>
  eventually(async () => {
    const { items } = await api.call('GET /internal/billing/payments/{account_id}', { path: { account_id } });
    assert.deepEqual(
      items.map(({ document_number }) => document_number !== null),
      [true, true],
    );
  }, 600);

/** Two jobs: one that is done, one that waits for more credits of its limit. */
async function work(api: Client, account_id: string): Promise<string> {
  const profiles = exampleLinks.map((profile_url) => ({ profile_url }));
  const path = { account_id };
  const { id } = await api.call('POST /internal/jobs/{account_id}', {
    path,
    body: { profiles, name: 'Conference in Pune', opened_from: 'dashboard' },
  });
  await api.call('POST /internal/jobs/{account_id}', {
    path,
    body: { profiles, name: 'Partners', limit_credits: 3 },
  });
  await eventually(async () => {
    const job = await api.call('GET /internal/jobs/{account_id}/{job_id}', {
      path: { account_id, job_id: id! },
    });
    assert.equal(job.status, 'completed');
  }, 200);
  return id!;
}
