import { sample } from '#test/samples/sample.ts';
import { givenContract } from '#test/support/catalogue.ts';

export default sample({
  async prepare({ service, customer }) {
    const { id } = await givenContract(service, customer.accountId);
    return { contract_id: id, reason: 'The agreement ended' };
  },
  another: { reason: 'Another reason' },
  refusals: { not_found: { input: { contract_id: 'con_unknown' } } },
});
