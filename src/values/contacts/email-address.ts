import { domainToUnicode } from 'node:url';
import { accepted, lowerAscii, type Normalised, refused, trimmed } from '../normalised.ts';
import { asciiHostName } from './host-name.ts';

// RFC 5321 §4.1.2 dot-string. Quoted local parts are refused: people don't publish them, and most mail systems reject them.
// Non-ASCII letters follow RFC 6531. Emoji, zero-width and bidirectional characters are not letters.
const localPart =
  /^[a-z\d!#$%&'*+/=?^_`{|}~\p{L}\p{M}\p{N}-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~\p{L}\p{M}\p{N}-]+)*$/u;
const onlyAscii = /^[\0-\x7f]*$/;

/** RFC 5321 §4.5.3.1.1 and §4.5.3.1.3 (a path of 256 octets, minus its angle brackets). */
const emailLimits = { localBytesMax: 64, addressBytesMax: 254 } as const;

/**
 * Normalizes an email address for storing, merging and suppressing: trimmed, lower-case local part (dots and plus tags stay),
 * domain in A-labels. Checks syntax only, so `example.com` passes. Expects a bare address, without display name or `mailto:`.
 * Reasons: `email_missing`, `invalid_email`, `invalid_email_domain`, `email_too_long`.
 */
export const normaliseEmail = (raw: string): Normalised<string> =>
  normalised(trimmed(raw), lowerCase, asciiHostName);

/**
 * The email by which a person is known. Only the case of ASCII letters is folded: a provider that has proved one address has proved no
 * other that looks like it, such as one with the Kelvin sign in place of a k. Same reasons as `normaliseEmail`.
 */
export function normaliseProvedEmail(raw: string): Normalised<string> {
  const text = trimmed(raw);
  if (!onlyAscii.test(raw.replace(text, ''))) return wrongLocalPart;
  return normalised(text, lowerAscii, exactHostName);
}

function normalised(
  text: string,
  foldLocal: (local: string) => string,
  hostNameOf: (domain: string) => string | null,
): Normalised<string> {
  if (text === '') return refused('email_missing', 'The email address is missing.');
  if (text.length > 1000) return tooLong;

  const at = text.lastIndexOf('@');
  if (at < 1) return refused('invalid_email', 'An email address needs a name, an @ and a domain.');

  // NFC may shorten it, but not by half.
  if (at > 2 * emailLimits.localBytesMax) return tooLong;
  const local = foldLocal(text.slice(0, at));
  if (!localPart.test(local)) return wrongLocalPart;
  const domain = hostNameOf(text.slice(at + 1));
  if (domain === null) {
    return refused(
      'invalid_email_domain',
      'The part after the @ is not a domain name with a top-level domain.',
    );
  }

  const localBytes = Buffer.byteLength(local);
  if (localBytes > emailLimits.localBytesMax) return tooLong;
  if (localBytes + 1 + domain.length > emailLimits.addressBytesMax) return tooLong;
  return accepted(`${local}@${domain}`);
}

const wrongLocalPart = refused(
  'invalid_email',
  'The part before the @ contains a character or a dot that is not allowed there.',
);
const tooLong = refused(
  'email_too_long',
  'An email address may have at most 64 octets before the @ and 254 in total.',
);

// Two spellings of an accented letter match only after NFC, and lower-casing can undo NFC. Hence twice.
const lowerCase = (local: string): string =>
  onlyAscii.test(local) ? local.toLowerCase() : local.normalize('NFC').toLowerCase().normalize('NFC');

/** Null for a spelling that IDNA maps to other characters, beyond the case of ASCII letters. */
function exactHostName(domain: string): string | null {
  const ascii = asciiHostName(domain);
  if (ascii === null || onlyAscii.test(domain)) return ascii;
  return domainToUnicode(ascii) === lowerAscii(domain) ? ascii : null;
}

/** The local part and the domain of a normalized address. */
export function addressParts(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) };
}

/**
 * The mailbox that a normalized address probably delivers to: without its `+tag` and, at Gmail, without dots and under one
 * domain. Use it to count and to compare, never to send: two addresses that fold alike may belong to two people.
 */
export function foldedMailbox(address: string): string {
  const { local, domain } = addressParts(address);
  const untagged = /^[^+]+/.exec(local)?.[0] ?? local;
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '')}@gmail.com`;
}
