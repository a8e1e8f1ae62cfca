/** A program that has installed the package. It is type-checked and run against the packed package. */
import {
  type Answer,
  Client,
  InsufficientCreditsError,
  type Item,
  type Job,
  type Listing,
  verifyWebhook,
  type WebhookEvent,
} from 'contactry';

const client = new Client({
  baseUrl: 'https://contacts.example.com',
  key: 'cty_test_1',
  maxRetries: 0,
  fetch: () => Promise.reject(new TypeError('There is no network here.')),
});

export async function emailsOf(profile_url: string): Promise<string[]> {
  const found: Answer<'POST /api/v1/find'> = await client.call('POST /api/v1/find', {
    body: { profile_url },
  });
  return found.emails.map(({ address }) => address);
}

export async function rejectedOf(
  import_id: string,
): Promise<Item<'GET /api/v1/admin/directory/imports/{import_id}/rejects'>[]> {
  const rows: Item<'GET /api/v1/admin/directory/imports/{import_id}/rejects'>[] = [];
  const route = 'GET /api/v1/admin/directory/imports/{import_id}/rejects' satisfies Listing;
  for await (const row of client.items(route, { path: { import_id } })) rows.push(row);
  return rows;
}

export async function paiseOf(account_id: string): Promise<number> {
  let sum = 0;
  for await (const { kind, credits } of client.items('GET /internal/usage/by-account/{account_id}', {
    path: { account_id },
  }))
    if (kind === 'find') sum += credits;
  return sum;
}

export function balanceOf(error: unknown): number | null {
  return error instanceof InsufficientCreditsError ? error.balance : null;
}

export async function finished(request: Request): Promise<Job | null> {
  const event: WebhookEvent = await verifyWebhook({
    body: await request.text(),
    headers: request.headers,
    secret: ['whsec_AAAA', 'whsec_BBBB'],
  });
  return event.type === 'job.completed' ? event.data : null;
}

export async function csvOf(id: string, signal: AbortSignal): Promise<string> {
  const { status } = await client.jobs.wait(id, { signal, onProgress: ({ counts }) => void counts.waiting });
  const file: Response = await client.call(
    'GET /api/v1/jobs/{job_id}/csv',
    { path: { job_id: id } },
    { signal },
  );
  return `${status}\n${await file.text()}`;
}

// @ts-expect-error: there is no such route.
export const unknown = () => client.call('GET /api/v1/nothing');
// @ts-expect-error: a lookup needs a profile.
export const incomplete = () => client.call('POST /api/v1/find', { body: {} });
// @ts-expect-error: one job is not a list.
export const single = () => client.items('GET /api/v1/jobs/{job_id}', { path: { job_id: 'job_1' } });

const lost: { name: string } = await emailsOf('github.com/asha-example').then(
  () => ({ name: 'nobody' }),
  (error) => error,
);
if (lost.name !== 'ConnectionError') throw lost;
