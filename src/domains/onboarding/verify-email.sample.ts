import { lockedAccount } from '#test/samples/locked-account.ts';
import { sample } from '#test/samples/sample.ts';

export default sample({
  input: { email: 'asha@example.com' },
  refusals: {
    account_locked: lockedAccount,
    email_mismatch: { input: { email: 'somebody-else@example.com' } },
  },
});
