/** What a GST invoice needs: State, GSTIN and PIN code of a buyer, the taxes in a price, and the financial year. */

export { readGstin, readPincode } from './gstin.ts';
export {
  placeOfSupply,
  readState,
  type State,
  stateOf,
  stateOfGstin,
  successors,
  taxKindOf,
} from './states.ts';
export {
  dateInIndia,
  financialYearOf,
  gstRate,
  lessSplit,
  type TaxKind,
  type TaxSplit,
  taxSplit,
} from './tax-split.ts';
