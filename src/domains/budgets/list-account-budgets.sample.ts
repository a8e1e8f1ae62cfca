import { sample } from '#test/samples/sample.ts';

export default sample({
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
