import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { account_id: 'acct_sample', credits: 100, reason: 'Credit note 17' },
  another: { credits: 200 },
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
