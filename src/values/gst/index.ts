/** What a GST invoice says of a buyer: State, GSTIN and PIN code. */
export { readGstin } from './gstin.ts';
export { readPincode } from './pincode.ts';
export { readState } from './read-state.ts';
export { type State, stateOf, states, successors } from './states.ts';
