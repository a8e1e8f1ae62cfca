import { type Finding, found } from '#platform/mailbox-checks/mailbox-check.ts';
import { emailTraits, normaliseEmail } from '#values/contacts/index.ts';
import { words } from '#values/words.ts';

/** RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375 and RFC 9476: no mail from outside arrives there. */
const reservedEndings = words('alt arpa example internal invalid local localhost onion test');
const reservedDomains = words('example.com example.net example.org');

const isReserved = (domain: string): boolean =>
  reservedEndings.has(domain.slice(domain.lastIndexOf('.') + 1)) ||
  [...reservedDomains].some((reserved) => domain === reserved || domain.endsWith(`.${reserved}`));

/** What the address alone says; null if a server has to be asked. `usesStandIns`: stand-ins for mail servers have reserved names. */
export function judgeAddress(address: string, usesStandIns: boolean): Finding | null {
  const normalised = normaliseEmail(address);
  if (!normalised.ok || normalised.value !== address) return found('invalid', 'bad_syntax');
  if (!usesStandIns && isReserved(address.slice(address.lastIndexOf('@') + 1)))
    return found('invalid', 'reserved_domain');
  return emailTraits(address).disposable ? found('risky', 'disposable') : null;
}

/** What remains of a check's finding: mail to a role may reach anyone. */
export const judgeFinding = (address: string, finding: Finding): Finding =>
  finding.verdict === 'valid' && emailTraits(address).role
    ? { ...finding, verdict: 'risky', reason: 'role_address' }
    : finding;
