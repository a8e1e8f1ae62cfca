import { sample } from '#test/samples/sample.ts';
import { askTokens, givenCode } from '#test/support/connections.ts';

const unknown = { grant_type: 'refresh_token', refresh_token: 'cty_renew_unknown' };

export default sample({
  prepare: ({ service, customer }) => givenCode(service, customer),
  refusals: {
    rate_limited: {
      async prepare({ service, newAddress }) {
        const remoteAddress = newAddress();
        for (let call = 0; call < 60; call += 1) await askTokens(service, unknown, remoteAddress);
        return { remoteAddress, input: unknown };
      },
    },
  },
});
