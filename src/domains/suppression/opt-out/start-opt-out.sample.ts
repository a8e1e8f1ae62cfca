import { sample } from '#test/samples/sample.ts';
import { optOutLimits } from '../rules.ts';

export default sample({
  prepare: ({ newName }) => ({ email: `${newName('leela')}@example.com` }),
  refusals: {
    invalid_profile_url: {
      input: { email: undefined, profile_url: 'https://www.linkedin.com/company/example-works' },
    },
    rate_limited: {
      async prepare({ service, newAddress }) {
        const remoteAddress = newAddress();
        for (let call = 0; call < optOutLimits.callsPerMinute; call += 1)
          await service.request('POST', '/api/v1/opt-out', {
            body: { email: 'not an address' },
            remoteAddress,
          });
        return { remoteAddress };
      },
    },
  },
});
