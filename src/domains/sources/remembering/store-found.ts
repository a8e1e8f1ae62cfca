import { dayMs, hourMs } from '#core/clock.ts';
import type { Db, Ports } from '#core/context.ts';
import {
  type FoundPerson,
  shareSuppressionLock,
  suppressedAmong,
  suppressFoundPerson,
  suppressionKeysOf,
} from '#domains/suppression/index.ts';
import type { ContactSet } from '#values/contacts/index.ts';
import type { SourceDescription } from '../port.ts';
import type { AgreedTerms } from '../settings.ts';
import { type QuestionKey, rememberProfile, storeSourceAnswer } from '../sql.ts';

export interface StoreOptions {
  db: Db;
  /** Needed for people a source returned although they are suppressed. */
  ports: Pick<Ports, 'personalData' | 'suppressionPepper'>;
  /** The terms of the operator's contract with a source. */
  agreed: (source: string) => AgreedTerms | undefined;
}

export interface FoundAnswer {
  question: QuestionKey;
  source: SourceDescription;
  profileUrl: string;
  /** Everything the source returned. */
  shown: ContactSet;
  /** The part that may be disclosed. */
  contacts: ContactSet;
  /** Whether this is all the source knows, so that it need not be asked again. */
  isWhole: boolean;
}

/**
 * Stores an answer as far as the source's terms allow. If it names a suppressed person, suppresses the profile instead, even
 * when no lookup waits for it any more. The lock keeps the list unchanged between the check and the write.
 */
export async function storeFound(
  options: StoreOptions,
  { question, source, profileUrl, shown, contacts, isWhole }: FoundAnswer,
): Promise<void> {
  const freshMs = freshMsOf(source, true, options.agreed(source.id));
  if (freshMs === 0) return;
  const { profileHash } = question;
  const keys = suppressionKeysOf(options.ports.suppressionPepper, profileUrl, shown);
  const isKept = await options.db.transaction().execute(async (db) => {
    await shareSuppressionLock(db);
    if ((await suppressedAmong(db, keys)).size > 0) return false;
    // A vendor's response is stored for its validators even when the answer is incomplete.
    await rememberProfile(db, { profileHash, url: profileUrl, keys });
    if (isWhole) await storeSourceAnswer(db, { ...question, contacts, freshMs });
    return true;
  });
  if (!isKept) await suppressFound(options, { profileUrl, profileHash, contacts: shown, optedOut: false });
}

export const suppressFound = ({ db, ports }: StoreOptions, person: FoundPerson): Promise<void> =>
  db.transaction().execute((transaction) => suppressFoundPerson({ db: transaction, ports }, person));

/**
 * How long a source's answer may be reused, in milliseconds. 0 when its terms forbid storing it. Errors, refusals and rate
 * limits are never stored.
 */
export function freshMsOf(
  { stage, tier, terms }: SourceDescription,
  found: boolean,
  agreed: { storable?: boolean } = {},
): number {
  if (!found) return tier === 'paid' ? 14 * dayMs : stage === 'profile' ? 6 * hourMs : dayMs;
  if (!(agreed.storable ?? terms.storable)) return 0;
  const wanted = tier === 'paid' ? 30 * dayMs : stage === 'profile' ? dayMs : 7 * dayMs;
  return terms.storeDaysMax === null ? wanted : Math.min(wanted, terms.storeDaysMax * dayMs);
}

/**
 * Orders paid sources by the expected cost of a hit: the price of a question divided by the source's hit rate. A source with
 * fewer than 20 questions counts as hitting half the time.
 */
export function byExpectedCost<Candidate extends { paise: number; asked: number; found: number }>(
  candidates: readonly Candidate[],
): Candidate[] {
  const costOfHit = ({ paise, asked, found }: Candidate) => {
    const hitRate = asked < 20 ? 0.5 : Math.max(found / asked, 0.01);
    return paise / hitRate;
  };
  return [...candidates].sort((one, other) => costOfHit(one) - costOfHit(other));
}
