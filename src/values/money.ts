const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const rupeesAndPaise = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const digits = new Intl.NumberFormat('en-IN');

/** Whole rupees, for example ₹1,23,456. */
export const rupeesOf = (paise: number): string => rupees.format(paise / 100);

/** To the paisa, for example ₹1,23,456.00. */
export const rupeesAndPaiseOf = (paise: number): string => rupeesAndPaise.format(paise / 100);

/** A number in Indian digit grouping, for example 12,34,567. */
export const groupedInIndia = (amount: number): string => digits.format(amount);
