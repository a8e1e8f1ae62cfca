import type { ProfileLink } from '#values/profile-link/index.ts';
import { type Finding, nothingFound } from '../rules.ts';
import type { ChargeReason, FindAnswer, FindRequest } from '../shapes.ts';
import type { StoredLookup } from '../sql/stored-lookup.ts';

/** A lookup's public id is its operation key, so that fetching it needs no index of its own. */
export const lookupIdOf = (opKey: string): string => `lkp_${opKey.replaceAll('-', '')}`;

/** The operation key in a lookup's id. Null for any other text. */
export function opKeyOf(lookupId: string): string | null {
  const hex = /^lkp_([0-9a-f]{32})$/.exec(lookupId)?.[1];
  return hex ? hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5') : null;
}

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

/**
 * Fills the balance into an answer that was serialised before the ledger returned it. Quotes inside a string would be escaped,
 * so no value can match the member.
 */
export const withRemaining = (json: string, balance: number): string =>
  json.replace('"remaining":0', `"remaining":${balance}`);

/** A stored answer as first returned. Its credits come from the columns. */
export function replayOf(stored: StoredLookup): FindAnswer {
  const answer = JSON.parse(stored.answer) as FindAnswer;
  return {
    ...answer,
    credits: {
      charged: stored.charged,
      remaining: stored.balanceAfter,
      reason: stored.reason as ChargeReason,
    },
  };
}

/** The same answer as if nothing had been found. The credits stay: they were charged and reported. */
export function asNotFound(answer: FindAnswer): FindAnswer {
  const { price, ...nothing } = nothingFound([]);
  return { ...answer, ...nothing };
}
