import { lazily, load } from '../lazy.ts';
import { addressParts } from './email-address.ts';
import { freeMailboxDomains } from './free-mailboxes.ts';
import type { EmailType } from './shapes.ts';

/** None is a reason to drop an address. `role`: a function; `disposable`: a throw-away domain; `free`: a public mailbox provider. */
export type EmailTraits = { role: boolean; disposable: boolean; free: boolean };

// The package rebuilds its set of 8,900 domains on every call, so build it once here.
const disposableDomains = lazily(
  (): ReadonlySet<string> =>
    (
      load('disposable-email-domains-js') as typeof import('disposable-email-domains-js')
    ).disposableEmailBlocklistSet(),
);
const roleNames = lazily((): ReadonlySet<string> => new Set(load('role-based-email-addresses') as string[]));

/** Takes a normalized address. Loads its two lists on the first call (about 6 MB). */
export function emailTraits(address: string): EmailTraits {
  const { local, domain } = addressParts(address);
  return { role: isRole(local), disposable: isDisposable(domain), free: freeMailboxDomains.has(domain) };
}

/**
 * The given type if known, else what the address itself shows. An own domain stays `unknown`: on a person's own domain,
 * `hello@` is the person's, and a guess is not a fact.
 */
export function emailType(address: string, given: EmailType = 'unknown'): EmailType {
  if (given !== 'unknown') return given;
  return freeMailboxDomains.has(addressParts(address).domain) ? 'personal' : 'unknown';
}

const isRole = (local: string): boolean => roleNames().has(local.split('+', 1)[0]!);

/** Relays of Apple, Firefox and DuckDuckGo: they hide a lasting mailbox. Other lists have them. */
const relayDomains = new Set(['privaterelay.appleid.com', 'mozmail.com', 'relay.firefox.com', 'duck.com']);

/** The list has registered domains. Throw-away services also use hosts below them. */
function isDisposable(domain: string): boolean {
  if (relayDomains.has(domain)) return false;
  const labels = domain.split('.');
  for (let first = 0; first < labels.length - 1; first += 1) {
    if (disposableDomains().has(labels.slice(first).join('.'))) return true;
  }
  return false;
}
