/** `1,234,567` */
export const grouped = (amount: number): string => Math.round(amount).toLocaleString('en');

/** `1 row`, `2,000 rows` */
export const counted = (amount: number, noun: string): string =>
  `${grouped(amount)} ${noun}${amount === 1 ? '' : 's'}`;

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `94.1 MB`, in powers of 1,000, like `ls --si`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
