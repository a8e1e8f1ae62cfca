import { rupeesOf } from '#web/shared/values/rupees.tsx';
import type { OpenPurchase } from './purchases.ts';

/** Asked before a checkout is continued that may have been paid. */
export const notPaidYet = ({ amount }: OpenPurchase) => ({
  title: 'Has any money left your account?',
  text: 'If it has, wait: the payment counts once it arrives. If it has not, pay now.',
  act: `Pay ${rupeesOf(amount)}`,
  keep: 'Wait',
});
