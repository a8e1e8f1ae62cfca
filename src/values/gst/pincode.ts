import { accepted, type Normalised, refused, trimmed } from '../normalised.ts';

/** Reads a postal index number, also as India Post writes it: `560 001`. It says nothing of the State: postal circles cross State borders. Reason: `invalid_pincode`. */
export function readPincode(text: string): Normalised<string> {
  const pincode = trimmed(text).replace(/^(\d{3})[ \u00a0](?=\d{3}$)/, '$1');
  return /^[1-9][0-9]{5}$/.test(pincode)
    ? accepted(pincode)
    : refused('invalid_pincode', 'A PIN code has six digits and does not start with 0.');
}
