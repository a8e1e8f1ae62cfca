import { domainToASCII, domainToUnicode } from 'node:url';
import { words } from '../words.ts';

// RFC 1035 §2.3.4 and RFC 1123 §2.1: labels of 1 to 63 letters, digits and inner hyphens. The last label is not a number.
const publicForm =
  /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,57}[a-z\d])$/;

// domainToASCII parses a whole URL authority, so it must never see "a.example/path" or "a.example:80".
const foreignAscii = /[\0-,/:-@[-`{-\x7f]/;

// Longer than any label. Don't even normalize it: one character can expand to eighteen.
const endlessLabel = /[^.]{64}/;

/**
 * The host name in lower-case A-labels (IDNA, UTS #46 non-transitional). Null unless it has at least two labels. Doesn't check
 * whether the name exists: `example.com` and `jane.example` are valid.
 */
export function asciiHostName(name: string): string | null {
  if (name.length > 253 || foreignAscii.test(name) || endlessLabel.test(name)) return null;
  const lower = name.toLowerCase();
  const ascii = /^[a-z\d.-]+$/.test(lower) ? lower : domainToASCII(name);
  if (!publicForm.test(ascii)) return null;
  // domainToASCII leaves an undecodable A-label as it is, but every resolver would refuse it.
  if (ascii.includes('xn--') && domainToUnicode(ascii).includes('xn--')) return null;
  return ascii;
}

// RFC 6761 §6.3, RFC 6762 §3 and appendix G, RFC 8375. `localdomain` and `(none)` are the defaults of unconfigured machines.
const localEndings = words('corp home internal intranet lan local localdomain localhost (none)');

/** Whether a lower-case name has a meaning only inside one network or machine. */
export const isLocalHostName = (name: string): boolean =>
  localEndings.has(name.slice(name.lastIndexOf('.') + 1)) || name.endsWith('.home.arpa');
