import { sample } from '#test/samples/sample.ts';

export default sample({
  another: { reason: 'Another reason' },
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
