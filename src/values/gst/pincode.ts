import { accepted, type Normalised, refused, trimmed } from '../normalised.ts';

/** Reads a postal index number. It says nothing of the State: postal circles cross State borders. Reason: `invalid_pincode`. */
export function readPincode(text: string): Normalised<string> {
  const pincode = trimmed(text);
  return /^[1-9][0-9]{5}$/.test(pincode)
    ? accepted(pincode)
    : refused('invalid_pincode', 'A PIN code has six digits, without a space, and does not start with 0.');
}
