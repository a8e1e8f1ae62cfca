import {
  type ContactSet,
  contactSet,
  emailContact,
  emailTraits,
  emailType,
  judgeSourceEmail,
  linkContact,
  normaliseEmail,
  normaliseLink,
  phoneContact,
  type Sources,
  seenPerson,
} from '#values/contacts/index.ts';
import { normalisePhone } from '#values/phone-number.ts';
import type { Found, SourceEmail, SourceLink, SourcePhone } from '../port.ts';

/** Normalises what a source found. Drops invalid values and addresses that nobody reads. */
export function contactsOf(found: Found, seenAt: string): ContactSet {
  return contactSet({
    ...seenPerson(found.person, seenAt),
    emails: found.emails.flatMap(emailOf),
    phones: found.phones.flatMap(phoneOf),
    links: found.links.flatMap(linkOf),
  });
}

const provenances = (sources: SourceEmail['sources']): Sources => {
  const [first, ...others] = sources;
  return [{ ...first }, ...others.map((other) => ({ ...other }))];
};

function emailOf({ address, type, status, confidence, verified_at, first_seen, sources }: SourceEmail) {
  const normal = normaliseEmail(address);
  if (!normal.ok || !judgeSourceEmail(normal.value).keep) return [];
  const { disposable } = emailTraits(normal.value);
  const given = {
    address: normal.value,
    type: emailType(normal.value, type),
    status,
    confidence: disposable ? Math.min(confidence, 30) : confidence,
    verified_at,
    ...(first_seen ? { first_seen } : {}),
  };
  return [emailContact(given, provenances(sources))];
}

function phoneOf({ number, country, confidence, first_seen, sources }: SourcePhone) {
  const normal = normalisePhone(number, country ?? undefined);
  if (!normal.ok) return [];
  return [
    phoneContact(
      { ...normal.value, confidence, ...(first_seen ? { first_seen } : {}) },
      provenances(sources),
    ),
  ];
}

function linkOf({ url, sources }: SourceLink) {
  const normal = normaliseLink(/^https?:\/\//i.test(url) ? url : `https://${url}`);
  return normal.ok ? [linkContact(normal.value, provenances(sources))] : [];
}
