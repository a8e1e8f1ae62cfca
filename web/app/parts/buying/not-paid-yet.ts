import { rupeesOf } from '#web/shared/values/rupees.tsx';
import type { OpenPurchase } from './purchases.ts';

/** Asked before a checkout is continued that may have been paid. */
export const notPaidYet = ({ amount }: OpenPurchase) => ({
  title: 'Has no money left your account?',
  text: 'If it has, wait. The payment counts once it arrives.',
  act: `Pay ${rupeesOf(amount)}`,
  keep: 'Wait',
});
