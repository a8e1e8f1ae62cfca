import { sample } from '#test/samples/sample.ts';
import { givenConnection } from '#test/support/connections.ts';

export default sample({
  prepare: async ({ service, customer }) => ({ token: (await givenConnection(service, customer)).refresh }),
  refusals: {
    rate_limited: {
      async prepare({ service, newAddress }) {
        const remoteAddress = newAddress();
        const body = { token: 'cty_renew_unknown' };
        for (let call = 0; call < 60; call += 1)
          await service.request('POST', '/api/v1/oauth/revoke', { body, remoteAddress });
        return { remoteAddress, input: body };
      },
    },
  },
});
