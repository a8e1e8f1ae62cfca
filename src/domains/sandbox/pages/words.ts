import type { ActName } from '../sales/act-names.ts';

/** What each button says. */
export const actWords: Record<ActName, string> = {
  pay: 'Pay',
  delay: 'Pay, but the money takes a while',
  fail: 'Try to pay, and fail',
  pay_again: 'Pay a second time',
  start: 'Pay and start the subscription',
  renew: 'Renew for another month',
  fail_renewal: 'Let the renewal fail',
  halt: 'Stop trying to renew',
  cancel_at_period_end: 'Cancel at the end of the period',
  end_period: 'Let the period end',
  cancel: 'Cancel at once',
  arrive: 'Let the money arrive',
  bounce: 'Let the payment fail',
  arrive_late: 'Let the money arrive after all',
  refund: 'Refund all that is left',
  refund_half: 'Refund half',
  dispute: 'Open a dispute',
  win_dispute: 'Win the dispute',
  lose_dispute: 'Lose the dispute',
  close_dispute: 'Close the dispute',
};

const rupees = (fractionDigits: number) =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
const [wholeRupees, rupeesAndPaise] = [rupees(0), rupees(2)];

/** With paise only where there are some. */
export const amountInWords = (paise: number): string =>
  (paise % 100 === 0 ? wholeRupees : rupeesAndPaise).format(paise / 100);

export const dayInWords = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
