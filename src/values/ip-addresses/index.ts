/** Addresses of callers, and the networks by which they are allowed or locked. */
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
