import { sample } from '#test/samples/sample.ts';
import { codeForSomebody, refusedTries } from '#test/support/promos.ts';

export default sample({
  input: { account_id: 'acct_sample', code: 'DIWALI50' },
  prepare: (world) => codeForSomebody(world),
  another: { code: 'ANOTHER' },
  refusals: refusedTries,
});
