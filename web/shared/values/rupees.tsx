const whole = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** For example ₹1,23,456, or ₹1,23,456.50 when there are paise. */
export const rupeesOf = (paise: number): string => (paise % 100 === 0 ? whole : exact).format(paise / 100);

export function Rupees({ paise }: { paise: number }) {
  return (
    <span class="figure" style="white-space: nowrap">
      {rupeesOf(paise)}
    </span>
  );
}
