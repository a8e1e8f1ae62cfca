import { digestId } from '#core/ids.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import { answeredIn, type Envelope } from '../fast-path/envelope.ts';
import { answerFrom, type Finding, nothingFound, vetoed } from '../rules.ts';
import type { ChargeReason, FindAnswer, FindRequest } from '../shapes.ts';
import { lookupIdOf } from './lookup-id.ts';
import type { StoredLookup } from './stored-lookup.ts';

/** The key under which an operation goes on whose own key was closed without an answer. */
export const keyAfter = (opKey: string): string => digestId('again', opKey);

export interface AnswerParts {
  opKey: string;
  profile: ProfileLink;
  request: FindRequest;
  finding: Finding;
  createdAt: Date;
}

/** The answer on the wire. `credits.remaining` is filled in once the ledger returns the balance. */
export function answerOf({ opKey, profile, request, finding, createdAt }: AnswerParts): FindAnswer {
  const { price, status, person, emails, phones, links, company_email, warnings } = finding;
  return {
    id: lookupIdOf(opKey),
    status,
    input: {
      profile_url: request.profile_url,
      name: request.name ?? null,
      client_reference: request.client_reference ?? null,
    },
    profile: { network: profile.network, handle: profile.handle, url: profile.url },
    person,
    emails,
    phones,
    links,
    company_email,
    credits: { charged: price.credits, remaining: 0, reason: price.reason },
    warnings,
    created_at: createdAt.toISOString(),
  };
}

/** A stored answer as first returned. Its credits come from the columns. */
export function replayOf(opKey: string, stored: StoredLookup): FindAnswer {
  const told = JSON.parse(stored.answer) as FindAnswer | StoredEnvelope;
  const answer = 'person' in told ? told : directoryAnswer(opKey, told, stored);
  return {
    ...answer,
    credits: {
      charged: stored.charged,
      remaining: stored.balanceAfter,
      reason: (stored.reason ?? (stored.charged > 0 ? 'completed_lookup' : 'not_found')) as ChargeReason,
    },
  };
}

/** What is stored of an answer from the directory: see `Envelope`. */
export interface StoredEnvelope extends Envelope {
  vetoed?: boolean;
  /** Where the answer has to outlast former documents. */
  document?: ContactSet;
}

const contactsIn = (document: ContactSet | string | null): ContactSet | null =>
  typeof document === 'string' ? (JSON.parse(document) as ContactSet) : document;

/** Without its document, which is gone once the person is erased, an answer is about nobody. */
function directoryAnswer(
  opKey: string,
  envelope: StoredEnvelope,
  { document, createdAt }: StoredLookup,
): FindAnswer {
  const { input, profile } = answeredIn(envelope);
  const { include } = envelope;
  const { price, status, ...told } = envelope.vetoed
    ? vetoed()
    : answerFrom(contactsIn(envelope.document ?? document), { include }, () => true);
  const { warnings, ...contacts } = told;
  const credits = { charged: 0, remaining: 0, reason: price.reason };
  const created_at = createdAt.toISOString();
  return { id: lookupIdOf(opKey), status, input, profile, ...contacts, credits, warnings, created_at };
}

/** The same answer as if nothing had been found. The credits stay: they were charged and reported. */
export function asNotFound(answer: FindAnswer): FindAnswer {
  const { price, ...nothing } = nothingFound([]);
  return { ...answer, ...nothing };
}
