import type { Static } from 'typebox';
import type { Signal } from './rules.ts';
import type { Attempt } from './shapes.ts';

type Evidence = Pick<
  Static<typeof Attempt>,
  'signals' | 'claimed_by' | 'email' | 'provider_user' | 'whatsapp' | 'device' | 'ip'
>;

/** Everything that spoke against a sign-up, in one line. */
export function evidenceLine(attempt: Evidence): string {
  if (attempt.signals.length === 0) return 'Nothing spoke against it.';
  return attempt.signals.map((signal) => sentences[signal](attempt)).join(' ');
}

const domainOf = ({ email }: Evidence): string => (email ?? '').split('@').at(-1)!;
const owners = ({ claimed_by }: Evidence): string =>
  claimed_by.length === 0 ? 'another account' : claimed_by.slice(0, 3).join(', ');
const locked = (what: string) => `An operator locked ${what}.`;

const sentences: Readonly<Record<Signal, (attempt: Evidence) => string>> = {
  signups_closed: () => 'Sign-ups are closed.',
  velocity: ({ ip }) => `Too many sign-ups came from ${ip ?? 'this address'} within an hour.`,
  locked_email: ({ email }) => locked(`the email ${email}`),
  locked_email_domain: (attempt) => locked(`the domain ${domainOf(attempt)}`),
  locked_account: () => locked('the account'),
  locked_provider_user: ({ provider_user }) => locked(`the sign-in ${provider_user}`),
  locked_ip: ({ ip }) => locked(`the address ${ip}`),
  locked_whatsapp: ({ whatsapp }) => locked(`the number ${whatsapp}`),
  locked_device: ({ device }) => locked(`the device ${device}`),
  disposable_domain: (attempt) => `${domainOf(attempt)} gives temporary mailboxes.`,
  refused_domain: (attempt) => `${domainOf(attempt)} is on your list of refused domains.`,
  alias_relay: (attempt) => `${domainOf(attempt)} gives one mailbox any number of addresses.`,
  email_claimed: (attempt) => `The mailbox belongs to ${owners(attempt)}.`,
  provider_user_claimed: (attempt) => `The sign-in belongs to ${owners(attempt)}.`,
  whatsapp_claimed: (attempt) => `The number belongs to ${owners(attempt)}.`,
  device_claimed: (attempt) => `The device was used by ${owners(attempt)}.`,
};
