import assert from 'node:assert/strict';
import type { Customer } from './kit.ts';
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
