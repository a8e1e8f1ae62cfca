import { asciiHostName, type Normalised, normaliseEmail } from '#values/contacts/index.ts';
import { cidrOf, readRange, shownCidr } from '#values/ip-addresses/index.ts';
import { normalisePhone } from '#values/phone-number.ts';

/** What can be locked. */
export const subjectTypes = ['email', 'email_domain', 'account', 'provider_user', 'ip', 'whatsapp'] as const;
export type SubjectType = (typeof subjectTypes)[number];

const subjectLengthMax = { account: 200, provider_user: 400 } as const;

const wrong = (detail: string): Normalised<never> => ({ ok: false, reason: 'invalid_subject', detail });

const readers: Record<SubjectType, (text: string) => Normalised<string>> = {
  email: normaliseEmail,
  email_domain(text) {
    const domain = asciiHostName(text.trim().replace(/^@/, ''));
    return domain === null ? wrong('The subject is not a domain name.') : { ok: true, value: domain };
  },
  account(text) {
    const accountId = text.trim();
    return accountId !== '' && accountId.length <= subjectLengthMax.account
      ? { ok: true, value: accountId }
      : wrong(`An account_id has 1 to ${subjectLengthMax.account} characters.`);
  },
  provider_user(text) {
    const [, provider, user] = /^\s*([^:\s][^:]*?)\s*:\s*(.*\S)\s*$/s.exec(text) ?? [];
    return provider && user && text.length <= subjectLengthMax.provider_user
      ? { ok: true, value: `${provider.toLowerCase()}:${user}` }
      : wrong('A user of a sign-in provider is written provider:id.');
  },
  ip(text) {
    const range = readRange(text.trim());
    return range
      ? { ok: true, value: shownCidr(cidrOf(range)) }
      : wrong('The subject is neither an IP address nor a CIDR.');
  },
  whatsapp(text) {
    const read = normalisePhone(text);
    return read.ok ? { ok: true, value: read.value.number } : read;
  },
};

/**
 * The one form of a subject, by which it is locked and found: an e-mail as everywhere, a domain in A-labels, an account
 * by the dashboard's string, `provider:id` with the provider in lower case, a network with its host bits cleared and
 * IPv4-mapped IPv6 as IPv4, a WhatsApp number in E.164.
 */
export const readSubject = (type: SubjectType, text: string): Normalised<string> => readers[type](text);

/** A subject with its type, in one text. */
export type SubjectKey = string;

export const subjectKey = (type: SubjectType, subject: string): SubjectKey => `${type} ${subject}`;

/** Whoever signs in or calls, as far as they are known. Texts as they came; empty ones say nothing. */
export interface Principal {
  email?: string | null;
  account_id?: string;
  provider?: string;
  provider_user_id?: string;
  whatsapp?: string;
}

/**
 * Everything by which a principal can be locked, but for the address. What can't be read as its kind can't have been
 * locked, and is passed over; the domain of an e-mail counts even where the part before the @ can't be read.
 */
export function subjectsOf(principal: Principal): SubjectKey[] {
  const { email, account_id: accountId, provider, provider_user_id: user, whatsapp } = principal;
  const given: [SubjectType, string | null | undefined][] = [
    ['email', email],
    ['email_domain', email?.slice(email.lastIndexOf('@') + 1)],
    ['account', accountId],
    ['provider_user', provider && user && `${provider}:${user}`],
    ['whatsapp', whatsapp],
  ];
  return given.flatMap(([type, text]) => {
    const read = text ? readSubject(type, text) : null;
    return read?.ok ? [subjectKey(type, read.value)] : [];
  });
}
