/** Callers' addresses, and the networks they are allowed or locked by. */
export {
  type Address,
  type AddressRange,
  addressOf,
  cidrOf,
  isInside,
  networkOf,
  readRange,
  shownCidr,
} from './address-range.ts';
