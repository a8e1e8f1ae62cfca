import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { account_id: 'acct_sample', session_id: 'sess_4f1a', ip: '203.0.113.9', user_agent: 'Mozilla/5.0' },
  refusals: { not_found: { input: { account_id: 'nobody' } } },
});
