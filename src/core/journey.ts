import type { Db } from './context.ts';

/** One dated fact about an account. */
export interface JourneyFact {
  at: Date;
  /** Kind of alert, such as `key.created`. */
  what: string;
  /** For operators. Must not contain secrets or contact values. */
  detail: Record<string, unknown>;
}

export interface JourneyAccount {
  id: number;
  accountId: string;
}

/**
 * Facts that a domain knows about accounts. Registered in the manifest, they appear in the journey of each account, between
 * those of other domains.
 */
export interface JourneySource {
  id: string;
  /** The tables that it reads. Every table about accounts belongs to a source, or is named in `notInJourney`. */
  tables: readonly string[];
  /**
   * The first `limit` facts at `from` or later, oldest first. Facts of one time always come in the same order, so that pages
   * fit together.
   */
  facts(db: Db, account: JourneyAccount, page: { from: Date; limit: number }): Promise<JourneyFact[]>;
}
