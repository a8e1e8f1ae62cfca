import { lazily, load } from '../lazy.ts';
import { addressParts } from './email-address.ts';
import { freeMailboxDomains } from './free-mailboxes.ts';
import type { EmailType } from './shapes.ts';

/** Flags, never reasons to drop: `role` names a function, `disposable` a throw-away domain, `free` a public mailbox provider. */
export type EmailTraits = { role: boolean; disposable: boolean; free: boolean };

// The package rebuilds its set of 8,900 domains on every question; it is built once here.
const disposableDomains = lazily(
  (): ReadonlySet<string> =>
    (
      load('disposable-email-domains-js') as typeof import('disposable-email-domains-js')
    ).disposableEmailBlocklistSet(),
);
const roleNames = lazily((): ReadonlySet<string> => new Set(load('role-based-email-addresses') as string[]));

/** Takes a normalised address. The two lists behind it are read on the first call (about 6 MB). */
export function emailTraits(address: string): EmailTraits {
  const { local, domain } = addressParts(address);
  return { role: isRole(local), disposable: isDisposable(domain), free: freeMailboxDomains.has(domain) };
}

/**
 * The type as given by whoever knows it, else what the address itself shows. A domain of its own is `unknown` and neither
 * `work` nor `role`: on a person's own domain `hello@` is the person's, and a guess is not a fact.
 */
export function emailType(address: string, given: EmailType = 'unknown'): EmailType {
  if (given !== 'unknown') return given;
  return freeMailboxDomains.has(addressParts(address).domain) ? 'personal' : 'unknown';
}

const isRole = (local: string): boolean => roleNames().has(local.split('+', 1)[0]!);

/** Lists name registered domains; the throw-away services also hand out hosts below them. */
function isDisposable(domain: string): boolean {
  const labels = domain.split('.');
  for (let first = 0; first < labels.length - 1; first += 1) {
    if (disposableDomains().has(labels.slice(first).join('.'))) return true;
  }
  return false;
}
