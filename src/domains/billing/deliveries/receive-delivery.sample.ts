import { sample } from '#test/samples/sample.ts';
import { memoryProvider } from '#test/support/memory-provider.ts';

const { body: text, headers } = memoryProvider().delivery([]);

export default sample({
  file: { text, contentType: 'application/json', headers },
  refusals: {
    unknown_provider: { input: { provider_name: 'nobody' } },
    invalid_signature: { headers: { 'x-signature': 'wrong' } },
  },
});
