import type { Selectable } from 'kysely';
import Type, { type Static } from 'typebox';
import { failField, type MemberFault, memberFault } from '#core/failure.ts';
import { optionalText } from '#core/shapes.ts';
import type { IdentityAttemptTable } from '#platform/database/rows.generated.ts';
import { foldedMailbox, type Normalised, normaliseProvedEmail } from '#values/contacts/index.ts';
import { addressKey, addressOf } from '#values/ip-addresses/index.ts';
import { accepted, refused } from '#values/normalised.ts';
import type { Handle } from '../handles/handles.ts';
import { providerForm, readSubject } from '../locks/subjects.ts';

/** The dashboard's facts about a person who signs up. Empty members are ignored. */
export const signupMembers = {
  email: optionalText(320, 'The email from the sign-in provider.', 'asha@asha.example.com'),
  provider: Type.String({
    ...providerForm,
    maxLength: 80,
    default: '',
    description: 'The sign-in provider, without a colon. Send it together with `provider_user_id`.',
    examples: ['google'],
  }),
  provider_user_id: optionalText(300, "The provider's identifier for the user.", '108177'),
  ip: optionalText(
    100,
    "The person's IP address, without a port. Nothing is counted without it.",
    '203.0.113.9',
  ),
  user_agent: optionalText(1000, "The browser's `User-Agent`, for the evidence.", 'Mozilla/5.0'),
  device_id: optionalText(200, "Your own identifier of the person's browser or device.", 'dev_91c2'),
  whatsapp: optionalText(
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

type Reader = (text: string) => Normalised<string>;

/** By the member at which a text is refused. */
const readers = {
  email(text) {
    const read = normaliseProvedEmail(text);
    return read.ok ? read : refused(read.reason, `value is not a valid email address: ${read.detail}`);
  },
  provider: (text) => readSubject('provider_user', text),
  ip(text) {
    const address = addressOf(text.trim());
    return address ? accepted(address.toString()) : refused('invalid_address', 'This is not an IP address');
  },
  whatsapp: (text) => readSubject('whatsapp', text),
} satisfies Record<string, Reader>;

/** Longer than any member may be: the shape refuses it. */
const lengthMax = 1000;

function givenText(given: Readonly<Record<string, unknown>>, name: string): string {
  const text = given[name];
  return typeof text === 'string' && text.length <= lengthMax ? text : '';
}

/** Every member of a sign-up that can't be read: a handle that isn't understood can't be checked. */
export function signupFaults(given: Readonly<Record<string, unknown>>): MemberFault[] {
  const [provider, user] = [givenText(given, 'provider').trim(), givenText(given, 'provider_user_id')];
  const missing = user === '' ? 'provider_user_id' : 'provider';
  return [
    ...faultsOf('email', givenText(given, 'email')),
    ...((provider === '') === (user === '')
      ? faultsOf('provider', provider && `${provider}:${user}`)
      : [memberFault(missing, 'Send provider and provider_user_id together, or neither')]),
    ...addressFaults(given),
    ...faultsOf('whatsapp', givenText(given, 'whatsapp')),
  ];
}

/** The fault of an `ip` that is not an address. An empty one has none. */
export const addressFaults = (given: Readonly<Record<string, unknown>>): MemberFault[] =>
  faultsOf('ip', givenText(given, 'ip'));

function faultsOf(member: keyof typeof readers, text: string): MemberFault[] {
  const read = text.trim() === '' ? null : readers[member](text);
  return read && !read.ok ? [memberFault(member, read.detail)] : [];
}

/** Expects members without `signupFaults`. */
export function readSignup({ provider, provider_user_id: user, ...members }: SignupMembers): Signup {
  const email = normalised('email', members.email);
  const ip = normalised('ip', members.ip);
  return {
    email,
    mailbox: email && foldedMailbox(email),
    provider_user: user.trim() === '' ? null : normalised('provider', `${provider}:${user}`),
    whatsapp: normalised('whatsapp', members.whatsapp),
    device: members.device_id.trim() || null,
    ip,
    address_key: ip ? addressKey(ip) : '',
  };
}

function normalised(member: keyof typeof readers, text: string): string | null {
  if (text.trim() === '') return null;
  const read = readers[member](text);
  return read.ok ? read.value : failField([member], read.detail);
}

/** Fails with 422 when the text is not an address. */
export const readAddress = (given: string): string =>
  addressOf(given.trim())?.toString() ?? failField(['ip'], 'This is not an IP address');

export function handlesOf({ mailbox: email, provider_user, whatsapp, device }: Signup): Handle[] {
  return Object.entries({ email, provider_user, whatsapp, device }).flatMap(([kind, value]) =>
    value === null ? [] : [{ kind: kind as Handle['kind'], value }],
  );
}
