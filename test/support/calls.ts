import { RefusedCalls } from '#domains/calls/index.ts';
import type { Customer } from './kit.ts';
import type { TestService } from './service.ts';

/** A refused call of the customer in the request log; returns its id. */
export async function givenCall(
  service: TestService,
  { key, accountId }: Pick<Customer, 'key' | 'accountId'>,
): Promise<string> {
  await service.withKey(key, 'GET', '/api/v1/find/lkp_nothing');
  await service.app.kernel.ports.use(RefusedCalls).write();
  const { items } = (await service.internal('GET', `/internal/calls/${accountId}`)).json();
  return items[0].id;
}
