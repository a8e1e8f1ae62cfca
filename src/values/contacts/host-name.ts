import { domainToASCII, domainToUnicode } from 'node:url';

// RFC 1035 §2.3.4 and RFC 1123 §2.1: labels of 1 to 63 letters, digits and inner hyphens, a last label that is no number.
const publicForm =
  /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{0,57}[a-z\d])$/;

// domainToASCII parses a whole URL authority: "a.example/path" or "a.example:80" must not reach it.
const foreignAscii = /[\0-,/:-@[-`{-\x7f]/;

// Of more than any label has. What may become of it is not worked out: one letter can be the short form of eighteen.
const endlessLabel = /[^.]{64}/;

/**
 * The host name in lower-case A-labels (IDNA, UTS #46 non-transitional), or null when it is no name of two labels or
 * more. Says nothing about whether the name exists: `example.com` and `jane.example` are good names.
 */
export function asciiHostName(name: string): string | null {
  if (name.length > 253 || foreignAscii.test(name) || endlessLabel.test(name)) return null;
  const lower = name.toLowerCase();
  const ascii = /^[a-z\d.-]+$/.test(lower) ? lower : domainToASCII(name);
  if (!publicForm.test(ascii)) return null;
  // An A-label that does not decode stays as it is here, and would be refused by every resolver.
  if (ascii.includes('xn--') && domainToUnicode(ascii).includes('xn--')) return null;
  return ascii;
}

// RFC 6761 §6.3, RFC 6762 §3 and appendix G, RFC 8375; `localdomain` and `(none)` are what unconfigured machines call themselves.
const localEndings = new Set([
  'corp',
  'home',
  'internal',
  'intranet',
  'lan',
  'local',
  'localdomain',
  'localhost',
  '(none)',
]);

/** True for names that mean something only inside one network or machine. Takes a lower-case name. */
export const isLocalHostName = (name: string): boolean =>
  localEndings.has(name.slice(name.lastIndexOf('.') + 1)) || name.endsWith('.home.arpa');
