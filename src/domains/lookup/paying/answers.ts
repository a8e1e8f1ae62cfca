import type { ContactSet } from '#values/contacts/index.ts';
import { answeredIn, type Envelope } from '../fast-path/envelope.ts';
import { answerFrom, type Finding, nothingFound, parseContacts, vetoed } from '../rules.ts';
import type { ChargeReason, FindAnswer } from '../shapes.ts';
import { lookupIdOf } from './lookup-id.ts';

interface AnswerParts extends Pick<FindAnswer, 'input' | 'profile'> {
  finding: Finding;
  createdAt: Date;
}

/**
 * The answer on the wire. `credits.remaining` is filled in once the ledger returns the balance. `answerText` renders the same for the
 * fast path.
 */
export function answerOf(opKey: string, { input, profile, finding, createdAt }: AnswerParts): FindAnswer {
  const { price, status, warnings, ...contacts } = finding;
  const credits = { charged: price.credits, remaining: 0, reason: price.reason };
  const created_at = createdAt.toISOString();
  return { id: lookupIdOf(opKey), status, input, profile, ...contacts, credits, warnings, created_at };
}

/** A stored answer, as its row has it. */
export interface StoredLookup {
  /** Null when the first request had no idempotency key. */
  request_hash: string | null;
  /** JSON: the answer, or its envelope when the directory answered. */
  answer: string;
  /** The time in an envelope's answer. */
  created_at: Date;
  /** The document that the directory disclosed, while it may be disclosed again. */
  document?: string | null;
  charged: number;
  balance_after: number;
  /** Null where it follows from the charge. */
  reason: string | null;
}

/** A stored answer as first returned. Its credits come from the columns. */
export function replayOf(opKey: string, stored: StoredLookup): FindAnswer {
  const told = JSON.parse(stored.answer) as FindAnswer | StoredEnvelope;
  const answer = 'person' in told ? told : directoryAnswer(opKey, told, stored);
  return {
    ...answer,
    credits: {
      charged: stored.charged,
      remaining: stored.balance_after,
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

/** Without its document, which is gone once the person is erased, an answer is about nobody. */
function directoryAnswer(opKey: string, envelope: StoredEnvelope, stored: StoredLookup): FindAnswer {
  const { include, document = parseContacts(stored.document ?? null) } = envelope;
  const finding = envelope.vetoed ? vetoed() : answerFrom(document, { include }, () => true);
  return answerOf(opKey, { ...answeredIn(envelope), finding, createdAt: stored.created_at });
}

/** The same answer as if nothing had been found. The credits stay: they were charged and reported. */
export function asNotFound(answer: FindAnswer): FindAnswer {
  const { price, ...nothing } = nothingFound([]);
  return { ...answer, ...nothing };
}
