import { accepted, type Normalised, refused, trimmed } from '../normalised.ts';
import { asciiHostName } from './host-name.ts';

// RFC 5321 §4.1.2 dot-string. Quoted locals are left out: nobody publishes one and most mail systems refuse them.
// Letters beyond ASCII are RFC 6531's; emoji, zero-width and bidirectional characters are not letters and stay out.
const localPart =
  /^[a-z\d!#$%&'*+/=?^_`{|}~\p{L}\p{M}\p{N}-]+(?:\.[a-z\d!#$%&'*+/=?^_`{|}~\p{L}\p{M}\p{N}-]+)*$/u;
const onlyAscii = /^[\0-\x7f]*$/;

/** RFC 5321 §4.5.3.1.1 and §4.5.3.1.3 (a path of 256 octets less its angle brackets). */
export const emailLimits = { localBytesMax: 64, addressBytesMax: 254 } as const;

/**
 * The one form of an e-mail address, by which it is stored, merged and suppressed: trimmed, the local part in lower
 * case (dots and plus tags kept: they are the owner's choice), the domain in A-labels; at most 64 and 254 octets.
 * Syntax only: reserved names such as `example.com` pass. A bare address is expected, no display name, no `mailto:`.
 *
 * Reasons: `email_missing`, `invalid_email`, `invalid_email_domain`, `email_too_long`.
 */
export function normaliseEmail(raw: string): Normalised<string> {
  const text = trimmed(raw);
  if (text === '') return refused('email_missing', 'There is no e-mail address.');
  if (text.length > 1000) return tooLong;

  const at = text.lastIndexOf('@');
  if (at < 1) return refused('invalid_email', 'An e-mail address has a name, an @ and a domain.');

  // Composing (NFC) may make it shorter, but not by half.
  if (at > 2 * emailLimits.localBytesMax) return tooLong;
  const local = lowerCase(text.slice(0, at));
  if (!localPart.test(local)) {
    return refused('invalid_email', 'The part before the @ has characters or dots where none may be.');
  }
  const domain = asciiHostName(text.slice(at + 1));
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

const tooLong = refused(
  'email_too_long',
  'An e-mail address has at most 64 octets before the @ and 254 in all.',
);

// Two spellings of one accented letter are one address only after NFC; lower case can undo NFC, hence twice.
const lowerCase = (local: string): string =>
  onlyAscii.test(local) ? local.toLowerCase() : local.normalize('NFC').toLowerCase().normalize('NFC');

/** The two halves of a normalised address. */
export function addressParts(address: string): { local: string; domain: string } {
  const at = address.lastIndexOf('@');
  return { local: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1) };
}
