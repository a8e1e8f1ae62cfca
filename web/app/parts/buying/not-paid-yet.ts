import { rupeesOf } from '#web/shared/values/rupees.tsx';
import type { OpenPurchase } from './purchases.ts';

/** Asked before a checkout is continued that may have been paid. */
export const notPaidYet = ({ amount }: OpenPurchase) => ({
  title: 'Pay again?',
  text: 'If money has already left your account, wait. The payment counts once it arrives.',
  act: `Pay ${rupeesOf(amount)}`,
  keep: 'Wait',
});
