import { answerMembersIn } from '#domains/directory/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { lookupIdOf } from '../paying/lookup-id.ts';
import { answerFrom, vetoed } from '../rules.ts';
import type { FindRequest } from '../shapes.ts';
import type { AnswerResult } from './answer-batch.ts';

/** What an answer from the directory says besides its document. It is stored in place of the answer, so that it is short. */
export interface Envelope extends Pick<FindRequest, 'profile_url' | 'name' | 'client_reference' | 'include'> {
  /** Where it isn't the commonest. */
  network: ProfileLink['network'] | undefined;
  /** Where it isn't the last part of the canonical link. */
  handle: string | undefined;
  /** The canonical link, where it isn't the one that was given. */
  url: string | undefined;
}

const commonestNetwork = 'linkedin';

export const envelopeOf = (
  { profile_url, name, client_reference, include }: FindRequest,
  { network, handle, url }: ProfileLink,
): Envelope => ({
  profile_url,
  name,
  client_reference,
  include,
  network: network === commonestNetwork ? undefined : network,
  handle: handle === lastPartOf(url) ? undefined : handle,
  url: url === profile_url ? undefined : url,
});

const lastPartOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1);

/** The members of an answer that follow from its envelope. */
export function answeredIn({ profile_url, name, client_reference, network, handle, url }: Envelope) {
  const link = url ?? profile_url;
  return {
    input: { profile_url, name: name ?? null, client_reference: client_reference ?? null },
    profile: { network: network ?? commonestNetwork, handle: handle ?? lastPartOf(link), url: link },
  };
}

type Answered = Extract<AnswerResult, { outcome: 'answered' }>;

/** The bit of `holds` for an address of a role, which is the answer's `company_email`. */
const roleBit = 8;

const nobody =
  '"person":{"full_name":null,"headline":null,"company":null,"location":null},"emails":[],"phones":[],"links":[]';

/** The answer as JSON. The document goes out as the text it is stored as, unless the request wants a part of it. */
export function answerText(opKey: string, envelope: Envelope, createdAt: Date, answered: Answered): string {
  const { contacts, holds, is_veto, charged, balance, reason } = answered;
  const status = contacts === null ? 'not_found' : 'completed';
  const isWhole = contacts === null || (envelope.include === undefined && (holds! & roleBit) === 0);
  const told = isWhole
    ? `${contacts === null ? nobody : answerMembersIn(contacts)},"company_email":null`
    : partOf(JSON.parse(contacts) as ContactSet, envelope);
  const warnings = is_veto && contacts === null ? JSON.stringify(vetoed().warnings) : '[]';
  const { input, profile } = answeredIn(envelope);
  return `{"id":"${lookupIdOf(opKey)}","status":"${status}","input":${JSON.stringify(input)},"profile":${JSON.stringify(profile)},${told},"credits":{"charged":${charged},"remaining":${balance},"reason":"${reason}"},"warnings":${warnings},"created_at":"${createdAt.toISOString()}"}`;
}

function partOf(contacts: ContactSet, { include }: Envelope): string {
  const { person, emails, phones, links, company_email } = answerFrom(contacts, { include }, () => true);
  return JSON.stringify({ person, emails, phones, links, company_email }).slice(1, -1);
}
