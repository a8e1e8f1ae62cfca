import type { ContactSet } from '#values/contacts/index.ts';

/** What DNS says about a mail domain; see `MailDomain` of the outgoing platform. */
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
