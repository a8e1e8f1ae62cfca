import { sample } from '#test/samples/sample.ts';
import { RefusedCalls } from './index.ts';

export default sample({
  async prepare({ service, customer }) {
    await service.withKey(customer.key, 'GET', '/api/v1/find/lkp_nothing');
    await service.app.kernel.ports.use(RefusedCalls).write();
    const { items } = (await service.internal('GET', `/internal/calls/${customer.accountId}`)).json();
    return { account_id: customer.accountId, call_id: items[0].id };
  },
  refusals: { not_found: { input: { call_id: 'call_0000000000000000000000' } } },
});
