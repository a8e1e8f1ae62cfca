const percent = new Intl.NumberFormat('en-IN', { style: 'percent', maximumFractionDigits: 1 });

/** A share from 0 to 1. */
export const percentOf = (share: number | null): string => (share === null ? '–' : percent.format(share));
