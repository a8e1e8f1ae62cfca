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
import type { Found, KnownLink, Outcome, SourceEmail, SourceLink, SourcePhone } from '../port.ts';

/** The result of asking one source about one profile. */
export type Reply =
  | { kind: 'found'; contacts: ContactSet; links: KnownLink[] }
  | { kind: 'not_found' }
  | { kind: 'opted_out' }
  /** The source could not be asked or did not answer. It may another time. */
  | { kind: 'failed'; why: string }
  | { kind: 'skipped' };

export interface ReplyOptions {
  checkMailDomain: CheckMailDomain;
}

/** A stored answer as a reply. Its links count as claimed when they lead to other sources. */
export const replyOf = (contacts: ContactSet | null): Reply =>
  contacts === null
    ? { kind: 'not_found' }
    : {
        kind: 'found',
        contacts,
        links: contacts.links.map((link) => ({ ...link, proof: 'claimed' as const })),
      };

export function replyFrom(outcome: Outcome, seenAt: string): Reply {
  switch (outcome.outcome) {
    case 'found': {
      const contacts = contactsOf(outcome, seenAt);
      const proofs = new Map(outcome.links.map((link) => [link.url, link.proof]));
      const links = contacts.links.map((link) => ({
        ...link,
        proof: proofs.get(link.url) ?? ('claimed' as const),
      }));
      return { kind: 'found', contacts, links };
    }
    case 'not_found':
      return { kind: 'not_found' };
    case 'not_applicable':
      return { kind: 'skipped' };
    case 'refused':
      return outcome.because === 'opted_out' ? { kind: 'opted_out' } : { kind: 'not_found' };
    case 'error':
      return { kind: 'failed', why: [outcome.code, outcome.expected].filter(Boolean).join(', expected ') };
    default:
      return { kind: 'failed', why: outcome.outcome };
  }
}

/** Removes addresses that can't receive mail. */
export async function deliverable(reply: Reply, { checkMailDomain }: ReplyOptions): Promise<Reply> {
  return reply.kind === 'found'
    ? { ...reply, contacts: await withoutDeadMail(reply.contacts, checkMailDomain) }
    : reply;
}

/** Normalises what a source found. Drops invalid values and addresses without a reader. */
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

/** The verdict of DNS on a mail domain; see `MailDomain` of the outgoing platform. */
export type CheckMailDomain = (domain: string) => Promise<string>;

const dead = new Set(['null_mx', 'no_mail', 'nonexistent']);

/** Drops addresses that DNS says can't receive mail. DNS alone never verifies an address. */
export async function withoutDeadMail(contacts: ContactSet, check: CheckMailDomain): Promise<ContactSet> {
  const domains = new Set(contacts.emails.map(({ address }) => domainOf(address)));
  const verdicts = new Map(
    await Promise.all([...domains].map(async (domain) => [domain, await check(domain)] as const)),
  );
  const emails = contacts.emails.filter(
    ({ address }) => !dead.has(verdicts.get(domainOf(address)) ?? 'unknown'),
  );
  return { ...contacts, emails };
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
