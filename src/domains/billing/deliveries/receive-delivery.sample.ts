import { sample } from '#test/samples/sample.ts';

const body = '{"facts":[]}';
const file = { text: body, contentType: 'application/json' };

export default sample({
  input: { provider_name: 'sandbox' },
  file,
  headers: ({ provider }) => provider.delivery([]).headers,
  refusals: {
    unknown_provider: { input: { provider_name: 'nobody' } },
    invalid_signature: { headers: { 'x-signature': 'wrong' } },
  },
});
