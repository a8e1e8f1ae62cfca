/** A price that includes GST, taken apart. In paise; the parts add up to the total. */
export interface TaxSplit {
  totalPaise: number;
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  utgstPaise: number;
  igstPaise: number;
}

/** `state`: CGST and SGST. `union_territory`: CGST and UTGST. `inter_state`: IGST. */
export type TaxKind = 'state' | 'union_territory' | 'inter_state';

/** Per cent, for every service that is sold. */
export const gstRate = 18;

/** Rounds half up, in integers: a product of paise and 18 is far below 2^53. */
const share = (totalPaise: number, rate: number): number =>
  Math.floor((2 * totalPaise * rate + 100 + gstRate) / (2 * (100 + gstRate)));

/**
 * Takes the tax out of a price. Each tax is rounded to the paisa on its own, and the taxable value is the rest, so it can
 * differ by a paisa between kinds: store the split with the invoice.
 */
export function taxSplit(totalPaise: number, kind: TaxKind): TaxSplit {
  if (kind === 'inter_state') {
    const igstPaise = share(totalPaise, gstRate);
    const taxablePaise = totalPaise - igstPaise;
    return { totalPaise, taxablePaise, cgstPaise: 0, sgstPaise: 0, utgstPaise: 0, igstPaise };
  }
  const half = share(totalPaise, gstRate / 2);
  const [sgstPaise, utgstPaise] = kind === 'state' ? [half, 0] : [0, half];
  return {
    totalPaise,
    taxablePaise: totalPaise - 2 * half,
    cgstPaise: half,
    sgstPaise,
    utgstPaise,
    igstPaise: 0,
  };
}

/** The rest of a split when another is subtracted. */
export const lessSplit = (one: TaxSplit, other: TaxSplit): TaxSplit => ({
  totalPaise: one.totalPaise - other.totalPaise,
  taxablePaise: one.taxablePaise - other.taxablePaise,
  cgstPaise: one.cgstPaise - other.cgstPaise,
  sgstPaise: one.sgstPaise - other.sgstPaise,
  utgstPaise: one.utgstPaise - other.utgstPaise,
  igstPaise: one.igstPaise - other.igstPaise,
});

const indianTimeMs = 5.5 * 3_600_000;

/** The calendar date in India, for example `2026-11-22`. India has one time zone and no summer time. */
export const dateInIndia = (at: Date): string =>
  new Date(at.getTime() + indianTimeMs).toISOString().slice(0, 10);

/** The financial year, 1 April to 31 March in India: `2627` for 2026-27. */
export function financialYearOf(at: Date): string {
  const [year, month] = dateInIndia(at).split('-').map(Number) as [number, number];
  const start = month >= 4 ? year : year - 1;
  return [start, start + 1].map((each) => String(each % 100).padStart(2, '0')).join('');
}
