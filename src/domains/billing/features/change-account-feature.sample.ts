import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { account_id: 'acct_sample', mcp: true, reason: 'A pilot' },
  another: { reason: 'Another reason' },
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
