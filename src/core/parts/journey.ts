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
  account_id: string;
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
   * A query with the columns of a fact: when, what and a JSON object, in this order. It may leave out facts before `from`, and
   * those after the first `limit`.
   */
  query(account: JourneyAccount, page: JourneyPage): Statement;
}

/** From which time on, and how many facts at most. */
export interface JourneyPage {
  from: Date;
  limit: number;
}

/** As Kysely puts it into another statement. */
interface Statement {
  toOperationNode(): object;
}
