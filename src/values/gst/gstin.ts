import { accepted, type Normalised, refused, trimmed } from '../normalised.ts';

interface Gstin {
  /** 15 characters, in upper case. */
  number: string;
  /** The first two digits: where the business is registered. */
  stateCode: string;
}

/** State code, PAN, entity, a letter for the kind of taxpayer, check digit. */
const form = /^(?:0[1-9]|[12]\d|3[0-8]|96|97|99)[A-Z]{5}\d{4}[A-Z][1-9A-Z][\dA-Z]{2}$/;

/**
 * Reads the GSTIN of a regular taxpayer (CGST Rules, Rule 10). Lower case is accepted.
 * Reasons: `gstin_form`, `gstin_kind`, `gstin_check_digit`.
 */
export function readGstin(text: string): Normalised<Gstin> {
  // Only ASCII: some other letters become ASCII in upper case, such as the long s.
  const number = trimmed(text).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
  if (/\s/.test(number)) {
    return refused('gstin_form', 'A GSTIN has no spaces. Remove those between its characters.');
  }
  if (!form.test(number)) {
    return refused(
      'gstin_form',
      'A GSTIN has 15 characters: a State code, a PAN, an entity number, Z and a check digit.',
    );
  }
  if (number[13] !== 'Z') {
    return refused(
      'gstin_kind',
      'The 14th character is not Z. Numbers for TDS, TCS and UN bodies are not accepted.',
    );
  }
  if (checkDigitOf(number) !== number[14]) {
    return refused('gstin_check_digit', 'The check digit does not match. Look for a mistyped character.');
  }
  return accepted({ number, stateCode: number.slice(0, 2) });
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Luhn's algorithm in base 36: every second digit counts twice, and a product's two digits are added. */
function checkDigitOf(number: string): string {
  let sum = 0;
  for (let at = 0; at < 14; at += 1) {
    const product = digits.indexOf(number[at]!) * (1 + (at % 2));
    sum += Math.floor(product / 36) + (product % 36);
  }
  return digits[(36 - (sum % 36)) % 36]!;
}

/** Reads a postal index number, also as India Post writes it: `560 001`. It says nothing of the State: postal circles cross State borders. Reason: `invalid_pincode`. */
export function readPincode(text: string): Normalised<string> {
  const pincode = trimmed(text).replace(/^(\d{3})[ \u00a0](?=\d{3}$)/, '$1');
  return /^[1-9][0-9]{5}$/.test(pincode)
    ? accepted(pincode)
    : refused('invalid_pincode', 'A PIN code has six digits and does not start with 0.');
}
