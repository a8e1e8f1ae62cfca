import { answerMembersIn } from '#domains/directory/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { lookupIdOf } from '../paying/lookup.ts';
import { answerFrom, nothingFound, personMembersOf, vetoed } from '../rules.ts';
import type { FindRequest, PersonMembers } from '../shapes.ts';
import type { AnswerResult } from './answer-batch.ts';

/** The part of an answer from the directory that doesn't come from its document. Stored in place of the answer, so that it is short. */
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
type DerivedMember = Exclude<keyof PersonMembers, 'person' | 'emails' | 'phones' | 'links'>;

/**
 * Members that a document doesn't have, each with the bits of `holds` without which it is as if nothing was found. With all 15 bits,
 * the member is always derived from the parsed document.
 */
const derivedFrom: Record<DerivedMember, number> = { company_email: 8 };
const derivingBits = Object.values(derivedFrom).reduce((all, bits) => all | bits, 0);

const membersText = (members: Partial<PersonMembers>): string => JSON.stringify(members).slice(1, -1);
const nothing = personMembersOf(nothingFound([]));
const nothingText = membersText(nothing);
const { person, emails, phones, links, ...nothingDerived } = nothing;
const nothingDerivedText = membersText(nothingDerived);

/** The answer as JSON. The document goes out as the text it is stored as, unless the request wants a part of it. */
export function answerText(opKey: string, envelope: Envelope, createdAt: Date, answered: Answered): string {
  const { document, is_veto, charged, balance, reason } = answered;
  const status = document === null ? 'not_found' : 'completed';
  const warnings = is_veto && document === null ? JSON.stringify(vetoed().warnings) : '[]';
  const { input, profile } = answeredIn(envelope);
  return `{"id":"${lookupIdOf(opKey)}","status":"${status}","input":${JSON.stringify(input)},"profile":${JSON.stringify(profile)},${personText(envelope, answered)},"credits":{"charged":${charged},"remaining":${balance},"reason":"${reason}"},"warnings":${warnings},"created_at":"${createdAt.toISOString()}"}`;
}

function personText({ include }: Envelope, { document, holds }: Answered): string {
  if (document === null) return nothingText;
  if (include === undefined && (holds! & derivingBits) === 0)
    return `${answerMembersIn(document)},${nothingDerivedText}`;
  const contacts = JSON.parse(document) as ContactSet;
  return membersText(personMembersOf(answerFrom(contacts, { include }, () => true)));
}
