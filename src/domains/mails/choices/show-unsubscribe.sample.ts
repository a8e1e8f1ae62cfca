import { sample } from '#test/samples/sample.ts';
import { givenStopLink } from '#test/support/stop-links.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ token: await givenStopLink(service, customer.accountId) }),
  refusals: { not_found: { input: { token: 'mail_none-0' } } },
});
