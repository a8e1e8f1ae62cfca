import {
  type ContactSet,
  type EmailContact,
  type EmailStatus,
  emailStatuses,
  emailTraits,
  normaliseEmail,
} from '#values/contacts/index.ts';
import { type Finding, found, type Verdict } from '#values/email-finding.ts';
import { words } from '#values/words.ts';

/** RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375 and RFC 9476: no mail from outside arrives there. */
const reservedEndings = words('alt arpa example internal invalid local localhost onion test');
const reservedDomains = words('example.com example.net example.org');

const isReserved = (domain: string): boolean =>
  reservedEndings.has(domain.slice(domain.lastIndexOf('.') + 1)) ||
  [...reservedDomains].some((reserved) => domain === reserved || domain.endsWith(`.${reserved}`));

/** Judges an address by its form; null if a server has to be asked. `usesStandIns`: stand-ins for mail servers have reserved names. */
export function judgeAddress(address: string, usesStandIns: boolean): Finding | null {
  const normalised = normaliseEmail(address);
  if (!normalised.ok || normalised.value !== address) return found('invalid', 'bad_syntax');
  if (!usesStandIns && isReserved(address.slice(address.lastIndexOf('@') + 1)))
    return found('invalid', 'reserved_domain');
  return emailTraits(address).disposable ? found('risky', 'disposable') : null;
}

/** Mail to a role may reach anyone, so it is never valid. */
export const judgeFinding = (address: string, finding: Finding): Finding =>
  finding.verdict === 'valid' && emailTraits(address).role
    ? { ...finding, verdict: 'risky', reason: 'role_address' }
    : finding;

/** The result of a check, and its time. */
export interface EmailVerdict {
  verdict: Verdict;
  checked_at: Date;
}

/** How each verdict reads in an answer. The others change nothing, or remove the email. */
const readAs: Record<Exclude<Verdict, 'unknown' | 'invalid'>, Pick<EmailContact, 'status' | 'confidence'>> = {
  valid: { status: 'verified', confidence: 97 },
  catch_all: { status: 'accept_all', confidence: 50 },
  risky: { status: 'risky', confidence: 30 },
};

/**
 * The contacts as they are sold: each email with the verdict on it, the best first, and none that is dead. Returns `contacts` itself where
 * that is the same.
 */
export function soldOf<Contacts extends Pick<ContactSet, 'emails'>>(
  contacts: Contacts,
  verdictOn: (address: string) => EmailVerdict | undefined,
): Contacts {
  const emails = contacts.emails.map((email) => withVerdict(email, verdictOn(email.address)));
  if (emails.every((email, at) => email === contacts.emails[at] && email.status !== 'invalid'))
    return contacts;
  const sold = emails.filter(({ status }) => status !== 'invalid');
  return { ...contacts, emails: sold.toSorted((one, other) => rankOf(one.status) - rankOf(other.status)) };
}

/** A source's own check counts where it is the later one. */
function withVerdict(email: EmailContact, known: EmailVerdict | undefined): EmailContact {
  if (known === undefined || known.verdict === 'unknown') return email;
  const verified_at = known.checked_at.toISOString();
  if (email.verified_at !== null && email.verified_at >= verified_at) return email;
  if (known.verdict === 'invalid') return { ...email, status: 'invalid', verified_at };
  return { ...email, ...readAs[known.verdict], verified_at };
}

const rankOf = (status: EmailStatus): number => emailStatuses.indexOf(status);

/** Whether an email is at least as good as a customer asks for. */
export const isAtLeast = ({ status }: EmailContact, least: EmailStatus): boolean =>
  rankOf(status) <= rankOf(least);
