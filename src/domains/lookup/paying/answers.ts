import type { Selectable } from 'kysely';
import type { LookupTable } from '#platform/database/rows.generated.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import { answeredIn, type Envelope } from '../fast-path/envelope.ts';
import { answerFrom, contactsIn, type Finding, nothingFound, personMembersOf, vetoed } from '../rules.ts';
import type { ChargeReason, FindAnswer } from '../shapes.ts';
import { type FindCall, lookupIdOf } from './lookup.ts';

interface AnswerParts extends Pick<FindAnswer, 'input' | 'profile'> {
  finding: Finding;
  createdAt: Date;
}

/**
 * The answer on the wire. `credits.remaining` is filled in once the ledger returns the balance. `answerText` renders the same for the
 * fast path.
 */
export function answerOf(opKey: string, { input, profile, finding, createdAt }: AnswerParts): FindAnswer {
  const { price, status, warnings } = finding;
  const credits = { charged: price.credits, remaining: 0, reason: price.reason };
  const created_at = createdAt.toISOString();
  const person = personMembersOf(finding);
  return { id: lookupIdOf(opKey), status, input, profile, ...person, credits, warnings, created_at };
}

/** The members of an answer that repeat its call. */
export function askedIn({ request, profile }: FindCall): Pick<FindAnswer, 'input' | 'profile'> {
  const { profile_url, name = null, client_reference = null } = request;
  const { network, handle, url } = profile;
  return { input: { profile_url, name, client_reference }, profile: { network, handle, url } };
}

/** `answer` is JSON: the answer, or its envelope when the directory answered. */
export const storedColumns = [
  'request_hash',
  'answer',
  'created_at',
  'charged',
  'balance_after',
  'reason',
] as const;

/** A stored answer. Without an idempotency key it has no `request_hash`; without a `reason`, that follows from the charge. */
export interface StoredLookup extends Pick<Selectable<LookupTable>, (typeof storedColumns)[number]> {
  /** The document that the directory disclosed, while it may be disclosed again. */
  document?: string | null;
}

/** What is stored of an answer from the directory: see `Envelope`. */
export interface StoredEnvelope extends Envelope {
  vetoed?: boolean;
  /** Where the answer has to outlast former documents. */
  document?: ContactSet;
}

/** A stored answer as first returned. Its credits come from the columns. */
export function replayOf(opKey: string, row: StoredLookup): FindAnswer {
  const stored = JSON.parse(row.answer) as FindAnswer | StoredEnvelope;
  const answer = 'person' in stored ? withEveryMember(stored) : directoryAnswer(opKey, stored, row);
  return {
    ...answer,
    credits: {
      charged: row.charged,
      remaining: row.balance_after,
      reason: (row.reason ?? (row.charged > 0 ? 'completed_lookup' : 'not_found')) as ChargeReason,
    },
  };
}

/** An answer that was stored before a member existed reads as if nothing had been found of that member. */
function withEveryMember({ id, status, input, profile, ...others }: FindAnswer): FindAnswer {
  return { id, status, input, profile, ...personMembersOf(nothingFound([])), ...others };
}

/** Without its document, which is gone once the person is erased, an answer reads as not found. */
function directoryAnswer(opKey: string, envelope: StoredEnvelope, row: StoredLookup): FindAnswer {
  const { include, document = contactsIn(row.document ?? null) } = envelope;
  const finding = envelope.vetoed ? vetoed() : answerFrom(document, { include }, () => true);
  return answerOf(opKey, { ...answeredIn(envelope), finding, createdAt: row.created_at });
}

/**
 * What stays of an answer about a person who was suppressed or erased since: the credits, which were charged and reported, and the
 * customer's own reference. Clears every member about the person, also one that is added later.
 */
export const withoutPerson = (answer: FindAnswer): FindAnswer => ({
  ...answer,
  ...personMembersOf(nothingFound([])),
  ...(answer.status === 'completed' ? { status: 'not_found', warnings: [] } : {}),
  input: { ...answer.input, profile_url: '', name: null },
  profile: { ...answer.profile, handle: '', url: '' },
});

/** Whether `withoutPerson` has cleared it. */
export const isWithoutPerson = ({ profile }: Pick<FindAnswer, 'profile'>): boolean => profile.url === '';
