import {
  type ContactSet,
  contactSet,
  emailContact,
  emailType,
  judgeOwnEmail,
  linkContact,
  normaliseEmail,
  normaliseLink,
  phoneContact,
  type Sources,
} from '#values/contacts/index.ts';
import { normalisePhone } from '#values/phone-number.ts';
import type { ExtraHost } from '#values/profile-link/index.ts';
import type { ValueNamed } from '../profiles/change-statements.ts';
import { byOperator } from '../profiles/statements.ts';

/** A value named by an operator, in normalised form. */
export interface NamedValue {
  kind: 'email' | 'phone' | 'link';
  key: ValueNamed;
  /** As a contact with the source `operator`. */
  contacts(sources: Sources): Partial<ContactSet>;
}

type Read = { ok: true; value: NamedValue } | { ok: false; detail: string };

export function readNamedValue(kind: NamedValue['kind'], text: string, hosts: readonly ExtraHost[]): Read {
  if (kind === 'email') return readEmail(text);
  if (kind === 'phone') {
    const read = normalisePhone(text);
    if (!read.ok) return read;
    const key = { list: 'phones', number: read.value.number } as const;
    return { ok: true, value: { kind, key, contacts: (by) => ({ phones: [phoneContact(read.value, by)] }) } };
  }
  const read = normaliseLink(text, hosts);
  if (!read.ok) return read;
  const key = { list: 'links', url: read.value.url } as const;
  return { ok: true, value: { kind, key, contacts: (by) => ({ links: [linkContact(read.value, by)] }) } };
}

function readEmail(text: string): Read {
  const read = normaliseEmail(text);
  if (!read.ok) return read;
  const address = read.value;
  if (!judgeOwnEmail(address).keep) return { ok: false, detail: 'Nobody reads mail at this address.' };
  const type = emailType(address);
  return {
    ok: true,
    value: {
      kind: 'email',
      key: { list: 'emails', address },
      contacts: (by) => ({ emails: [emailContact({ address, type }, by)] }),
    },
  };
}

export const statementOf = (value: NamedValue, now: Date): ContactSet =>
  contactSet(
    value.contacts([
      { source: byOperator, kind: 'operator_directory', url: null, seen_at: now.toISOString() },
    ]),
  );
