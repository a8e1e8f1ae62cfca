import type { SubjectKey } from '../locks/subjects.ts';

/** Evidence against a sign-up. */
export const signals = [
  'signups_closed',
  'velocity',
  'locked_email',
  'locked_email_domain',
  'locked_account',
  'locked_provider_user',
  'locked_ip',
  'locked_whatsapp',
  'locked_device',
  'disposable_domain',
  'refused_domain',
  'alias_relay',
  'email_claimed',
  'provider_user_claimed',
  'whatsapp_claimed',
  'device_claimed',
] as const;
export type Signal = (typeof signals)[number];

/** Signals that an operator may overrule for one person. The others are locks, which are lifted, and handles of another account. */
export const overrulable: readonly Signal[] = [
  'signups_closed',
  'velocity',
  'disposable_domain',
  'refused_domain',
  'alias_relay',
];

/** Why a new person may not sign up, as far as the dashboard learns. */
export const vetCodes = ['signups_closed', 'try_again_later', 'account_exists', 'signup_refused'] as const;
export type VetCode = (typeof vetCodes)[number];

/** Vouched for by the sign-in provider: its owner may learn that it has an account. */
const vouchedFor: readonly Signal[] = ['email_claimed', 'provider_user_claimed'];

export interface Decision {
  fired: readonly Signal[];
  /** Whether the person comes from a sign-in provider. */
  hasProvider: boolean;
  /** Accounts that have a handle of the sign-up. */
  owners: number;
}

/**
 * One code for all signals. `account_exists` only discloses an account that has what the person proved to be theirs, and only
 * if there is no other signal than that sign-ups are closed. `try_again_later` hides the others, so that an address that
 * probes learns nothing more.
 */
export function vetCode({ fired, hasProvider, owners }: Decision): VetCode | null {
  if (fired.length === 0) return null;
  const ofPerson = fired.filter((signal) => signal !== 'signups_closed');
  const isOneOwners = owners === 1 && ofPerson.every((signal) => signal.endsWith('_claimed'));
  const isProved = hasProvider && vouchedFor.some((signal) => fired.includes(signal));
  if (isOneOwners && isProved) return 'account_exists';
  if (fired.includes('signups_closed')) return 'signups_closed';
  return fired.includes('velocity') ? 'try_again_later' : 'signup_refused';
}

/** The signals of locks that hold. */
export function lockSignals({ subjects, address }: { subjects: readonly SubjectKey[]; address: boolean }) {
  const types = subjects.map((subject) => subject.slice(0, subject.indexOf(' ')).replace('mailbox', 'email'));
  if (address) types.push('ip');
  return [...new Set(types)].map((type) => `locked_${type}` as Signal);
}
