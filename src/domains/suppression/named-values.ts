import Type, { type Static } from 'typebox';
import { MemberFailure, type MemberFault } from '#core/failure.ts';
import type { Ports } from '#core/ports.ts';
import { requiredText } from '#core/shapes.ts';
import { normaliseEmail } from '#values/contacts/index.ts';
import { normalisePhone } from '#values/phone-number.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import {
  type ExtraHost,
  parseProfileLink,
  profileHashOf,
  reasonSentence,
} from '#values/profile-link/index.ts';
import { type SuppressionKind, suppressionKey } from './keys.ts';

/** Members that identify a person. Any one is enough. */
export const personMembers = {
  profile_url: Type.Optional(requiredText(2000, 'Link to a profile, in any common form.')),
  email: Type.Optional(requiredText(320, 'Email address.')),
  phone: Type.Optional(requiredText(50, 'Phone number with its country code.')),
};
const PersonMembers = Type.Object(personMembers);
export type PersonMembers = Static<typeof PersonMembers>;

/** A normalised value and its key in the suppression list. */
export interface NamedValue {
  kind: SuppressionKind;
  value: string;
  key: string;
  /** Set for a profile. */
  profileHash: string | null;
}

export function namedValue(pepper: string, kind: SuppressionKind, value: string): NamedValue {
  const key = suppressionKey(pepper, kind, value);
  return { kind, value, key, profileHash: kind === 'profile' ? profileHashOf(value) : null };
}

type Path = (string | number)[];
type Read = { ok: true; value: string } | { ok: false; detail: string };

export type NamingPorts = Pick<Ports, 'suppressionPepper' | 'use'>;

const readers: Record<SuppressionKind, (text: string, codeHosts: readonly ExtraHost[]) => Read> = {
  profile(text, codeHosts) {
    const read = parseProfileLink(text, codeHosts);
    return read.ok
      ? { ok: true, value: read.profile.url }
      : { ok: false, detail: reasonSentence(read.reason) };
  },
  email: (text) => normaliseEmail(text),
  phone(text) {
    const read = normalisePhone(text);
    return read.ok ? { ok: true, value: read.value.number } : read;
  },
};
const kinds = { profile_url: 'profile', email: 'email', phone: 'phone' } as const;
const names = Object.keys(kinds) as (keyof PersonMembers)[];

/** Every value that identifies the people, without repeats. Throws 422 with all faults. `path` locates a person's members. */
export function namedValues(
  ports: NamingPorts,
  people: readonly { members: PersonMembers; path?: Path }[],
): NamedValue[] {
  const faults: MemberFault[] = [];
  const values = new Map<string, NamedValue>();
  for (const { members, path = [] } of people) {
    const given = names.filter((name) => members[name] !== undefined);
    if (given.length === 0) faults.push(nobodyNamed(path));
    for (const name of given) {
      const kind = kinds[name];
      const text = readers[kind](members[name]!, ports.use(CodeHosts));
      if (!text.ok) {
        faults.push({ path: [...path, name], msg: text.detail, type: 'value_error' });
        continue;
      }
      const value = namedValue(ports.suppressionPepper, kind, text.value);
      values.set(value.key, value);
    }
  }
  if (faults.length > 0) throw new MemberFailure(faults);
  return [...values.values()];
}

/** The keys of one person's values. */
export const namedKeys = (ports: NamingPorts, members: PersonMembers): string[] =>
  namedValues(ports, [{ members }]).map(({ key }) => key);

const nobodyNamed = (path: Path): MemberFault => ({
  path,
  msg: `Give at least one of ${names.join(', ')}`,
  type: 'missing',
});
