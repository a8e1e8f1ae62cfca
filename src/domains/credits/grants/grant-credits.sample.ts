import { sample } from '#test/samples/sample.ts';

export default sample({
  another: { credits: 200 },
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
