import { sample } from '#test/samples/sample.ts';

export default sample({ input: { account_id: 'acct_sample', limit: 50 } });
