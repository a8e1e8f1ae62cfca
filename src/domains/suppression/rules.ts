import { getDomain } from 'tldts';
import { dayMs, hourMs, minuteMs } from '#core/clock.ts';
import { addressParts, freeMailboxDomains } from '#values/contacts/index.ts';

/** `mail`: a token is sent to the address. `profile`: a text is put into the profile. `operator`: somebody decides. */
export const optOutWays = ['mail', 'profile', 'operator'] as const;
export type OptOutWay = (typeof optOutWays)[number];

/**
 * Why an operator decides: nothing here can prove the first two, and the others became the operator's because the proof
 * could not be had.
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
  /** Of a mailed token, from the request on. */
  tokenMs: dayMs,
  /** Calls of one network address in 60 seconds. */
  callsPerMinute: 10,
  /** Profiles looked at in 60 seconds, whoever asks: code hosts have limits of their own. */
  profileChecksPerMinute: 60,
  /** Mails in 24 hours; what is beyond them the operator decides. A public provider takes more than a company does. */
  mailsPerDay: { mailbox: 3, domain: 50, publicProvider: 500, all: 1000 },
  mailsPerDayMs: dayMs,
  /** Mails handed over in one go; the next go is a minute later at most. */
  mailBatchMax: 50,
  /** A mail that was not taken may have been sent all the same: it is tried again after so long, */
  mailRetryMs: 15 * minuteMs,
  /** and is the operator's to decide so long after the request. */
  unmailedMs: hourMs,
  /** Of requests that have ended; they name nobody any more. */
  keptMs: 30 * dayMs,
} as const;

/** How a request can be proven here: it depends on what is configured, never on whether anything is known of the person. */
export function wayFor(kind: 'email' | 'profile', can: { mail: boolean; readProfile: boolean }): OptOutWay {
  if (kind === 'email') return can.mail ? 'mail' : 'operator';
  return can.readProfile ? 'profile' : 'operator';
}

/**
 * The mailbox that mails to an address arrive in, as far as can be told: without a `+tag`, and at Gmail without dots and
 * under one name. Only for counting mails: two addresses that fold alike may still be two people's.
 */
export function foldedMailbox(address: string): string {
  const { local, domain } = addressParts(address);
  const untagged = /^[^+]+/.exec(local)?.[0] ?? local;
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${untagged}@${domain}`;
  return `${untagged.replaceAll('.', '')}@gmail.com`;
}

/** The registered domain that mails to an address go to, and how many it gets in 24 hours. */
export function mailDomain(address: string): { name: string; perDay: number } {
  const { domain } = addressParts(address);
  const { domain: perDay, publicProvider } = optOutLimits.mailsPerDay;
  return {
    name: getDomain(domain) ?? domain,
    perDay: freeMailboxDomains.has(domain) ? publicProvider : perDay,
  };
}
