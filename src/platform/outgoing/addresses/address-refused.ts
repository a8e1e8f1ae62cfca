/** A connection was refused because it would have left the public Internet. */
export class AddressRefused extends Error {
  readonly code = 'address_refused';
}
