import { sample } from '#test/samples/sample.ts';
import { givenVerified, newNumber } from '#test/support/whatsapp.ts';

export default sample({
  async prepare({ service }) {
    return { account_id: (await givenVerified(service.database.db)).accountId };
  },
  another: { reason: 'Asked for it' },
  refusals: {
    not_found: { prepare: () => ({ input: { account_id: undefined, whatsapp: newNumber() } }) },
  },
});
