/** Callers' addresses, and the networks they are allowed, counted or locked by. */
export { addressKey } from './address-key.ts';
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
