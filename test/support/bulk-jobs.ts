import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { dayMs } from '#core/clock.ts';
import type { Db } from '#core/context.ts';
import type { Customer, GivenKey } from './kit.ts';
import type { TestService } from './service.ts';

/** A job of one fictional profile. No worker takes it, unless the service works. */
export async function givenJob(
  service: TestService,
  { key }: Pick<Customer, 'key'>,
  body: object = {},
): Promise<string> {
  const profiles = [{ profile_url: 'https://www.linkedin.com/in/asha-example' }];
  const created = await service.withKey(key, 'POST', '/api/v1/jobs', { profiles, ...body });
  assert.equal(created.statusCode, 200, created.body);
  return created.json().id;
}

/** Pauses, resumes or cancels it. */
export async function changeJob(
  service: TestService,
  { key }: Pick<Customer, 'key'>,
  job: string,
  change: 'pause' | 'resumption' | 'cancellation',
  body: object = {},
) {
  const changed = await service.withKey(key, 'POST', `/api/v1/jobs/${job}/${change}`, body);
  assert.equal(changed.statusCode, 200, changed.body);
  return changed.json();
}

/** A job that has ended, of which only the row is there. */
export async function givenKeptJob(
  db: Db,
  { account, id: key_id }: Pick<GivenKey, 'account' | 'id'>,
  uses: { row_count?: number; bytes?: number } = {},
): Promise<void> {
  const counts = { row_count: 1, profiles: 0, repeated: 0, refused: 0, ...uses };
  await db
    .insertInto('job')
    .values({
      ...{ account, id: randomUUIDv7(), key_id, is_test: false, opened_from: 'api', weight: 1, ...counts },
      ...{ status: 'completed', ended_at: new Date(), results_until: new Date(Date.now() + dayMs) },
    })
    .execute();
}
