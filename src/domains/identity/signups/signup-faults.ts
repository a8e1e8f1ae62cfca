import type { MemberFault } from '#core/failure.ts';
import { type Normalised, normaliseProvedEmail } from '#values/contacts/index.ts';
import { addressOf } from '#values/ip-addresses/index.ts';
import { accepted, refused } from '#values/normalised.ts';
import { readSubject } from '../locks/subjects.ts';

type Given = Readonly<Record<string, unknown>>;

/** Every member of a sign-up that can't be read: a handle that isn't understood can't be checked. */
export function signupFaults(given: Given): MemberFault[] {
  const [provider, user] = [textOf(given, 'provider'), givenText(given, 'provider_user_id')];
  const missing = user === '' ? 'provider_user_id' : 'provider';
  return [
    ...faultsOf('email', textOf(given, 'email'), readEmail),
    ...((provider === '') === (user === '')
      ? faultsOf('provider', provider && `${provider}:${user}`, (text) => readSubject('provider_user', text))
      : [fault(missing, 'Send provider and provider_user_id together, or neither')]),
    ...addressFaults(given),
    ...faultsOf('whatsapp', textOf(given, 'whatsapp'), (text) => readSubject('whatsapp', text)),
  ];
}

/** The fault of an `ip` that is not an address. An empty one has none. */
export const addressFaults = (given: Given): MemberFault[] =>
  faultsOf('ip', textOf(given, 'ip'), (text) => {
    const address = addressOf(text);
    return address ? accepted(address.toString()) : refused('invalid_address', 'This is not an IP address');
  });

function readEmail(text: string): Normalised<string> {
  const read = normaliseProvedEmail(text);
  return read.ok ? read : refused(read.reason, `value is not a valid email address: ${read.detail}`);
}

/** Longer than any member may be: the shape refuses it. */
const lengthMax = 1000;

function givenText(given: Given, name: string): string {
  const text = given[name];
  return typeof text === 'string' && text.length <= lengthMax ? text : '';
}

const textOf = (given: Given, name: string): string => givenText(given, name).trim();

function faultsOf(member: string, text: string, reader: (text: string) => Normalised<string>): MemberFault[] {
  const read = text === '' ? null : reader(text);
  return read && !read.ok ? [fault(member, read.detail)] : [];
}

const fault = (member: string, msg: string): MemberFault => ({ path: [member], msg, type: 'value_error' });
