/** Addresses of the ranges to choose from. The first is shown without a choice. */
export const ranges: [href: string, text: string][] = [
  ['/console', '24 hours'],
  ['/console?hours=168', '7 days'],
  ['/console?hours=720', '30 days'],
  ['/console?hours=2160', '90 days'],
];

export function hoursOf(text: string | undefined): number {
  const hours = Number(text);
  return Number.isInteger(hours) && hours >= 1 && hours <= 2160 ? hours : 24;
}
