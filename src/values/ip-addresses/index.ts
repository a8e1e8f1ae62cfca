/** Callers' addresses, and the networks they are allowed, counted or locked by. */
export {
  type Address,
  type AddressRange,
  addressKey,
  addressOf,
  cidrOf,
  isInside,
  networkOf,
  readRange,
  shownCidr,
} from './address-range.ts';
