import { sample } from '#test/samples/sample.ts';
import { givenStopLink } from '#test/support/stop-links.ts';
import { callsPerMinute } from './unsubscribe.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ token: await givenStopLink(service, customer.accountId) }),
  refusals: {
    not_found: { input: { token: 'mail_none-0' } },
    rate_limited: {
      async prepare({ service, newAddress }) {
        const remoteAddress = newAddress();
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        for (let call = 0; call < callsPerMinute; call += 1)
          await service.request('POST', '/mails/off/none', { body: 'a=1', headers, remoteAddress });
        return { remoteAddress };
      },
    },
  },
});
