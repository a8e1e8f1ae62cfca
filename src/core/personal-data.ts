import type { Db } from './context.ts';

/** A profile that carries a suppression key, as itself or in a value. */
export interface Carrier {
  hash: string;
  url: string;
  /** Of the profile and of every value in it. */
  keys: string[];
}

/**
 * Something a domain keeps of people who can be looked up. A domain registers it in its manifest, and the person's rights
 * follow: what is exported, what a suppression takes back, what is erased. Profiles are named by their hashes.
 */
export interface PersonalDataStore {
  id: string;
  /**
   * Profiles that carry one of the keys, `limit` at most. Absent where values can't be searched: what is kept of a profile is
   * then erased only when it is named, or when another store carries it too.
   */
  carrying?(db: Db, keys: readonly string[], limit: number): Promise<Carrier[]>;
  /** What an export of the person shows of a profile: members of its entry, which no other store has. */
  exported(db: Db, hash: string): Promise<Record<string, unknown>>;
  /**
   * Takes back what customers could still be given once the person is suppressed; returns how much. In an open
   * transaction. Absent where customers are asked about suppression first.
   */
  withdraw?(db: Db, hashes: readonly string[]): Promise<number>;
  /** Deletes what is kept of the profiles; returns how much. In an open transaction. */
  erase(db: Db, hashes: readonly string[]): Promise<number>;
  /** How many accounts were ever given something of them. Absent where nothing is given away. */
  accountsTold?(db: Db, hashes: readonly string[]): Promise<number>;
}
