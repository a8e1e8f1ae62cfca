import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import { ensureAccount } from '#domains/accounts/index.ts';
import { type Grant, grantCredits } from '#domains/credits/index.ts';
import { insertSession } from '#domains/extension/sql.ts';
import { newTokens } from '#domains/extension/tokens.ts';
import { issueKey, type KeyToIssue } from '#domains/keys/sql/key-changes.ts';
import type { TestDatabase } from './database.ts';
import { termsNamed } from './plans.ts';
import { type TestService, testSecrets } from './service.ts';

/**
 * Accounts, credits, keys and imports for every test. `given…` writes to a database; the rest goes through the doors of a
 * service, as its callers do.
 */
export interface GivenAccount {
  account: number;
  accountId: string;
}

/** A new account, or the one with this `accountId`. */
export async function givenAccount(
  db: Db,
  { accountId = newId('acc'), email }: { accountId?: string | undefined; email?: string | undefined } = {},
): Promise<GivenAccount> {
  const { id } = await ensureAccount(db, { account_id: accountId, email });
  return { account: id, accountId };
}

/** Grants a lot of credits that never ends, unless the terms say otherwise; gives the lot's id. */
export async function givenCredits(
  db: Db,
  account: number,
  credits: number,
  terms: Partial<Omit<Grant, 'account' | 'credits'>> = {},
): Promise<number> {
  const granted = await grantCredits(db, {
    account,
    source: 'operator',
    sourceRef: randomUUID(),
    credits,
    expiresAt: null,
    reason: 'test',
    grantedBy: 'test',
    ...terms,
  });
  return granted.lot;
}

export interface GivenKey extends GivenAccount {
  id: string;
  /** The key as its holder sends it. */
  text: string;
  /** In hexadecimal. */
  hash: string;
}

interface KeyState {
  accountId?: string;
  /** The email of a new account. */
  email?: string;
  /** Bans the key. */
  banReason?: 'rate_limit' | 'replaced';
}

/** A key in the database, of an account of its own unless one is named. */
export async function givenKey(
  db: Db,
  { accountId, email, banReason, plan = 'starter', ...given }: Partial<KeyToIssue> & KeyState = {},
): Promise<GivenKey> {
  const owner = await givenAccount(db, { accountId, email });
  const { key, text, hash } = await issueKey(db, {
    mode: 'live',
    plan,
    terms: termsNamed(plan),
    ...given,
    account: owner.account,
  });
  if (banReason) {
    await db
      .updateTable('api_key')
      .set({ banned_at: new Date(), ban_reason: banReason })
      .where('id', '=', key.id)
      .execute();
  }
  return { ...owner, id: key.id, text, hash };
}

/** A key of an account without a plan that has had all but `left` of the free answers of today. */
export async function givenKeyWithoutFreeAnswers({ db, pool }: TestDatabase, left = 0): Promise<GivenKey> {
  const key = await givenKey(db, { plan: 'none', rate_limit_per_min: 10_000 });
  await givenCredits(db, key.account, 10);
  await pool.query(
    'insert into lookup_free (account, is_test, day, answers) values ($1, false, lookup_free_day(), $2)',
    [key.account, 1_000 - left],
  );
  return key;
}

export interface Customer {
  accountId: string;
  key: string;
  keyId: string;
}

/** The holder of a key that was written to the database, and what names their account behind other doors. */
export const keyHolder = ({ accountId, text, id }: GivenKey) => ({
  caller: { accountId, key: text, keyId: id },
  input: { account_id: accountId },
});

/** A session of a browser extension, with its newest tokens. */
export async function givenSession(db: Db, { accountId }: { accountId: string }, at = new Date()) {
  const { account } = await givenAccount(db, { accountId });
  const tokens = newTokens();
  const session = { id: newId('ses'), account: { id: account, account_id: accountId }, label: '', at };
  const { id } = await insertSession(db, session, tokens);
  return { id, access: tokens.access.text, refresh: tokens.refresh.text };
}

let customers = 0;

/** An account with a key and credits, made as an operator makes it; `others` are further members of the body. */
export async function customer(
  service: TestService,
  credits = 100,
  others: { account_id?: string; [member: string]: unknown } = {},
): Promise<Customer> {
  const accountId = others.account_id ?? `customer-${++customers}`;
  const made = await asOperator(service, 'POST', '/api/v1/keys/create', {
    email: `${accountId}@example.com`,
    account_id: accountId,
    credits,
    rate_limit_per_min: 10_000,
    ...others,
  });
  return { accountId, key: made.key, keyId: made.id };
}

/** Imports a CSV with the directory's columns; gives the report. `query` has further parameters. */
export async function importRows(service: TestService, csv: string, query: Record<string, string> = {}) {
  const parameters = new URLSearchParams({ file_name: 'people.csv', ...query });
  const response = await service.request('POST', `/api/v1/admin/directory/imports?${parameters}`, {
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' },
    body: csv,
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

/** A lookup by the account's key. */
export const find = (
  service: TestService,
  { key }: Pick<Customer, 'key'>,
  link: string,
  headers: object = {},
) => service.withKey(key, 'POST', '/api/v1/find', { profile_url: link }, headers);

/** A lookup through the dashboard's door. */
export const findInside = (
  service: TestService,
  { accountId }: Customer,
  link: string,
  headers: object = {},
) =>
  service.request('POST', '/internal/find', {
    headers: { 'x-internal-secret': testSecrets.internal_secret, ...headers },
    body: { account_id: accountId, profile_url: link },
  });

/** The account's balance, and the credits set aside. */
export async function booksOf(
  service: TestService,
  accountId: string,
): Promise<{ balance: number; held: number }> {
  const response = await service.internal('GET', `/internal/billing/balance/${accountId}`);
  assert.equal(response.statusCode, 200, response.body);
  const { balance, held } = response.json();
  return { balance, held };
}

/** As an operator, with an answer of 200. */
export async function asOperator(
  service: TestService,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
) {
  const response = await service.admin(method, path, body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

/** A request to be left out, made by a stranger at this address; gives its id. */
export async function startedOptOut(
  service: TestService,
  body: object,
  remoteAddress: string,
): Promise<string> {
  const response = await service.request('POST', '/api/v1/opt-out', { body, remoteAddress });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().id;
}

/** Locks an account, as an operator does. */
export const lockAccountOf = (service: TestService, accountId: string) =>
  asOperator(service, 'POST', '/api/v1/admin/locks', {
    subject_type: 'account',
    subject: accountId,
    reason: 'a test',
  });

/** A budget of the account, of 1 credit per day unless the body says otherwise. */
export async function givenBudget(
  service: TestService,
  { accountId }: { accountId: string },
  body: object = {},
) {
  const answer = await service.internal('POST', `/internal/budgets/${accountId}`, {
    ...{ period: 'day', credits: 1, ...body },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}
