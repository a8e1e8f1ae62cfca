import assert from 'node:assert/strict';
import { type TestService, testSecrets } from './service.ts';

/** Imports a CSV with the directory's columns. */
export async function importRows(service: TestService, csv: string, fileName = 'people.csv'): Promise<void> {
  const path = `/api/v1/admin/directory/imports?file_name=${fileName}`;
  const response = await service.request('POST', path, {
    headers: { 'x-admin-secret': testSecrets.admin_secret, 'content-type': 'text/csv' },
    body: csv,
  });
  assert.equal(response.statusCode, 200, response.body);
}

export interface Customer {
  accountId: string;
  key: string;
}

let made = 0;

/** An account with a key and credits. */
export async function customer(service: TestService, credits = 100): Promise<Customer> {
  const accountId = `customer-${++made}`;
  const response = await service.admin('POST', '/api/v1/keys/create', {
    email: `${accountId}@example.com`,
    account_id: accountId,
    credits,
    rate_limit_per_min: 10_000,
  });
  assert.equal(response.statusCode, 200, response.body);
  return { accountId, key: response.json().key };
}

/** A lookup with the account's key. */
export const find = (service: TestService, { key }: Customer, link: string, headers: object = {}) =>
  service.withKey(key, 'POST', '/api/v1/find', { profile_url: link }, headers);

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

/** A call as an operator that must return 200. */
export async function asOperator(
  service: TestService,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
) {
  const response = await service.admin(method, path, body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}
