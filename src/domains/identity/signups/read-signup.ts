import type { Selectable } from 'kysely';
import Type, { type Static } from 'typebox';
import { failField } from '#core/failure.ts';
import { readEmail } from '#domains/accounts/index.ts';
import type { IdentityAttemptTable } from '#platform/database/rows.generated.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import { addressKey, addressOf } from '#values/ip-addresses/index.ts';
import type { Handle } from '../handles/handles.ts';
import { providerForm, readSubject, type SubjectType } from '../locks/subjects.ts';

const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ maxLength, default: '', description, ...(examples.length > 0 ? { examples } : {}) });

/** The dashboard's facts about a person who signs up. Empty members are ignored. */
export const signupMembers = {
  email: text(320, 'The email from the sign-in provider.', 'asha@asha.example.com'),
  provider: Type.String({
    ...providerForm,
    maxLength: 80,
    default: '',
    description: 'The sign-in provider, without a colon. Send it together with `provider_user_id`.',
    examples: ['google'],
  }),
  provider_user_id: text(300, "The provider's identifier for the user.", '108177'),
  ip: text(100, "The person's IP address, without a port. Nothing is counted without it.", '203.0.113.9'),
  user_agent: text(1000, "The browser's `User-Agent`, for the evidence.", 'Mozilla/5.0'),
  device_id: text(200, "Your own identifier of the person's browser or device.", 'dev_91c2'),
  whatsapp: text(
    64,
    'A number with its country code. It is not proved yet, so it is checked and not claimed.',
  ),
};
const SignupMembers = Type.Object(signupMembers);
export type SignupMembers = Static<typeof SignupMembers>;

/** A sign-up in normalised form, as an attempt stores it. `address_key` is the address as it is counted; empty without one. */
export type Signup = Pick<
  Selectable<IdentityAttemptTable>,
  'email' | 'mailbox' | 'provider_user' | 'whatsapp' | 'device' | 'ip' | 'address_key'
>;

/** Expects members without `signupFaults`. */
export function readSignup(members: SignupMembers): Signup {
  const { provider, provider_user_id: user } = members;
  const email = members.email.trim() ? readEmail(['email'], members.email) : null;
  const ip = members.ip.trim() ? readAddress(members.ip) : null;
  return {
    email,
    mailbox: email && foldedMailbox(email),
    provider_user: user.trim() ? read('provider_user', `${provider}:${user}`, 'provider') : null,
    whatsapp: members.whatsapp.trim() ? read('whatsapp', members.whatsapp, 'whatsapp') : null,
    device: members.device_id.trim() || null,
    ip,
    address_key: ip ? addressKey(ip) : '',
  };
}

function read(type: SubjectType, given: string, member: keyof SignupMembers): string {
  const subject = readSubject(type, given);
  return subject.ok ? subject.value : failField([member], subject.detail);
}

/** Fails with 422 when the text is not an address. */
export function readAddress(given: string): string {
  return addressOf(given.trim())?.toString() ?? failField(['ip'], 'This is not an IP address');
}

export function handlesOf({ mailbox: email, provider_user, whatsapp, device }: Signup): Handle[] {
  return Object.entries({ email, provider_user, whatsapp, device }).flatMap(([kind, value]) =>
    value === null ? [] : [{ kind: kind as Handle['kind'], value }],
  );
}
