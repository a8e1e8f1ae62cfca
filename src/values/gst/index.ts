/** What a GST invoice needs: State, GSTIN and PIN code of a buyer, the taxes in a price, and the financial year. */
export { dateInIndia, financialYearOf } from './financial-year.ts';
export { readGstin } from './gstin.ts';
export { readPincode } from './pincode.ts';
export { placeOfSupply, stateOfGstin, taxKindOf } from './place-of-supply.ts';
export { readState } from './read-state.ts';
export { type State, stateOf, successors } from './states.ts';
export { gstRate, lessSplit, type TaxKind, type TaxSplit, taxSplit } from './tax-split.ts';
