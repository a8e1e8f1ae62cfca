import type { SubjectKey } from '../locks/subjects.ts';

/** What can speak against a sign-up. */
export const signals = [
  'signups_closed',
  'velocity',
  'locked_email',
  'locked_email_domain',
  'locked_account',
  'locked_provider_user',
  'locked_ip',
  'locked_whatsapp',
  'disposable_domain',
  'email_claimed',
  'provider_user_claimed',
  'whatsapp_claimed',
  'device_claimed',
] as const;
export type Signal = (typeof signals)[number];

/** Why a new person may not sign up, as far as the dashboard is told. */
export const vetCodes = ['signups_closed', 'try_again_later', 'account_exists', 'signup_refused'] as const;
export type VetCode = (typeof vetCodes)[number];

/** What the sign-in provider vouches for. Whoever has it may hear that it has an account. */
const vouchedFor: ReadonlySet<Signal> = new Set(['email_claimed', 'provider_user_claimed']);

/**
 * One code for all signals. `try_again_later` hides the others, so that an address which probes learns nothing more.
 * `account_exists` only says what the person proved to be theirs, and nothing if anything else speaks against them.
 */
export function vetCode(fired: readonly Signal[], hasProvider: boolean): VetCode | null {
  if (fired.length === 0) return null;
  if (fired.includes('signups_closed')) return 'signups_closed';
  if (fired.includes('velocity')) return 'try_again_later';
  const isTheirs = hasProvider && fired.every((signal) => vouchedFor.has(signal));
  return isTheirs ? 'account_exists' : 'signup_refused';
}

/** The signals of locks that hold. */
export function lockSignals({ subjects, address }: { subjects: readonly SubjectKey[]; address: boolean }) {
  const types = subjects.map((subject) => subject.slice(0, subject.indexOf(' ')).replace('mailbox', 'email'));
  if (address) types.push('ip');
  return [...new Set(types)].map((type) => `locked_${type}` as Signal);
}
