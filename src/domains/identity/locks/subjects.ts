import {
  asciiHostName,
  foldedMailbox,
  type Normalised,
  normaliseProvedEmail,
} from '#values/contacts/index.ts';
import { cidrOf, readRange, shownCidr } from '#values/ip-addresses/index.ts';
import { normalisePhone } from '#values/phone-number.ts';

export const subjectTypes = ['email', 'email_domain', 'account', 'provider_user', 'ip', 'whatsapp'] as const;
export type SubjectType = (typeof subjectTypes)[number];

const subjectLengthMax = { account: 200, provider_user: 400 } as const;

const wrong = (detail: string): Normalised<never> => ({ ok: false, reason: 'invalid_subject', detail });

const readers: Record<SubjectType, (text: string) => Normalised<string>> = {
  email: normaliseProvedEmail,
  email_domain(text) {
    const domain = asciiHostName(text.trim().replace(/^@/, ''));
    return domain === null ? wrong('This is not a domain name.') : { ok: true, value: domain };
  },
  account(text) {
    const account_id = text.trim();
    return account_id !== '' && account_id.length <= subjectLengthMax.account
      ? { ok: true, value: account_id }
      : wrong(`An account_id should have 1 to ${subjectLengthMax.account} characters.`);
  },
  provider_user(text) {
    const colon = text.indexOf(':');
    const provider = text.slice(0, Math.max(colon, 0)).trim();
    const user = text.slice(colon + 1);
    return provider && user.trim() && text.length <= subjectLengthMax.provider_user
      ? { ok: true, value: `${provider.toLowerCase()}:${user}` }
      : wrong("A sign-in provider's user should have the form provider:id.");
  },
  ip(text) {
    const range = readRange(text.trim());
    return range
      ? { ok: true, value: shownCidr(cidrOf(range)) }
      : wrong('This is neither an IP address nor a CIDR.');
  },
  whatsapp(text) {
    const read = normalisePhone(text);
    return read.ok ? { ok: true, value: read.value.number } : read;
  },
};

/**
 * Normalises a subject, both for locking and for lookup: a domain becomes A-labels, a `provider:id` gets a lower-case provider and
 * keeps its id byte for byte, a network loses its host bits, IPv4-mapped IPv6 becomes IPv4, a WhatsApp number becomes E.164.
 */
export const readSubject = (type: SubjectType, text: string): Normalised<string> => readers[type](text);

/** The shortest prefix that can be locked: a wider network would stop whole continents. */
export const prefixMin = { ipv4: 8, ipv6: 16 } as const;

/** Whether a normalised address or CIDR is too wide to be locked. */
export function isTooWide(subject: string): boolean {
  const [network, bits] = readRange(subject)!;
  return bits < prefixMin[network.kind()];
}

/** A subject with its type, as one text. A locked email also locks the other addresses of its `mailbox`. */
export type SubjectKey = string;

export const subjectKey = (type: SubjectType | 'mailbox', subject: string): SubjectKey =>
  `${type} ${subject}`;

/** The keys under which a lock on this subject is found. */
export const keysOfSubject = (type: SubjectType, subject: string): SubjectKey[] =>
  type === 'email'
    ? [subjectKey(type, subject), subjectKey('mailbox', foldedMailbox(subject))]
    : [subjectKey(type, subject)];

/** A provider's name has no colon: the first colon of `provider:id` ends it. */
export const providerForm = { pattern: '^[^:]*$' } as const;

/** Anyone who signs in or calls, as far as known. Raw texts; empty ones are ignored. */
export interface Principal {
  email?: string | null;
  account_id?: string;
  provider?: string;
  provider_user_id?: string;
  whatsapp?: string;
}

/**
 * Every subject a lock on this principal can have, except the IP address. Texts that don't parse can't have been locked and
 * are skipped. An email's domain counts even if the part before the @ doesn't parse.
 */
export function subjectsOf(principal: Principal): SubjectKey[] {
  const { email, account_id, provider, provider_user_id: user, whatsapp } = principal;
  const given: [SubjectType, string | null | undefined][] = [
    ['email', email],
    ['email_domain', email?.slice(email.lastIndexOf('@') + 1)],
    ['account', account_id],
    ['provider_user', provider && user && `${provider}:${user}`],
    ['whatsapp', whatsapp],
  ];
  return given.flatMap(([type, text]) => {
    const read = text ? readSubject(type, text) : null;
    return read?.ok ? keysOfSubject(type, read.value) : [];
  });
}

/** The subjects of an account's handles, each given as its kind, a space and its value. */
export const subjectsOfHandles = (handles: readonly string[]): SubjectKey[] =>
  handles.flatMap((handle) =>
    handle.startsWith('email ') ? subjectsOf({ email: handle.slice(6) }) : [handle],
  );
