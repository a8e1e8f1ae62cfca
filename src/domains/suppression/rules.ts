import { getDomain } from 'tldts';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { addressParts, freeMailboxDomains } from '#values/contacts/index.ts';

/** `mail`: a token is mailed to the address. `profile`: a nonce goes into the profile. `operator`: an operator decides. */
export const optOutWays = ['mail', 'profile', 'operator'] as const;
export type OptOutWay = (typeof optOutWays)[number];

/**
 * Why an operator decides. The first two can't be verified at all; for the others, verification failed.
 */
export const waitingCauses = [
  'no_mail_webhook',
  'profile_not_readable',
  'too_many_mails',
  'mail_refused',
  'mail_not_taken',
  'profile_unreachable',
] as const;
export type WaitingCause = (typeof waitingCauses)[number];

export const optOutLimits = {
  /** Lifetime of a mailed token, from the request. */
  tokenMs: dayMs,
  /** Calls per network address in 60 seconds. */
  callsPerMinute: 10,
  /** Profile checks in 60 seconds in total, because code hosts have limits of their own. */
  profileChecksPerMinute: 60,
  /** Mails in 24 hours. An operator decides beyond that. Public providers get a higher limit than companies. */
  mailsPerDay: { mailbox: 3, domain: 50, publicProvider: 500, all: 1000 },
  mailsPerDayMs: dayMs,
  /** Mails per batch. The next batch follows within a minute. */
  mailBatchMax: 50,
  /** A mail that wasn't accepted may have been sent anyway, so it is retried only after this, */
  mailRetryMs: 15 * minuteMs,
  /** and becomes the operator's to decide this long after the request. */
  unmailedMs: hourMs,
  /** How long ended requests are kept. They no longer identify anyone. */
  keptMs: 30 * dayMs,
} as const;

/** How a request can be verified. Depends on the configuration, never on whether the person is known. */
export function wayFor(kind: 'email' | 'profile', can: { mail: boolean; readProfile: boolean }): OptOutWay {
  if (kind === 'email') return can.mail ? 'mail' : 'operator';
  return can.readProfile ? 'profile' : 'operator';
}

/** The registered domain of an address, and its limit of mails in 24 hours. */
export function mailDomain(address: string): { name: string; perDay: number } {
  const { domain } = addressParts(address);
  const { domain: perDay, publicProvider } = optOutLimits.mailsPerDay;
  return {
    name: getDomain(domain) ?? domain,
    perDay: freeMailboxDomains.has(domain) ? publicProvider : perDay,
  };
}
