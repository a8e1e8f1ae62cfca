import type { Db } from '../db.ts';

/** A profile that matches a suppression key, by its link or by one of its values. */
export interface ProfileMatch {
  hash: string;
  url: string;
  /** The keys of the profile and of every value in it. */
  keys: string[];
}

/**
 * Personal data that a domain stores about people who can be looked up. Once registered in the manifest, it is exported,
 * withdrawn after a suppression and erased with the rest. Profiles are identified by their hashes.
 */
export interface PersonalDataStore {
  id: string;
  /** In a cell, its rows come from the directory's database, which erases them. */
  isReplicated?: true;
  /**
   * Finds up to `limit` profiles that match one of the keys. Absent if values can't be searched: data about a profile is then
   * erased only if the profile is named, or if another store matches it too.
   */
  findMatches?(db: Db, keys: readonly string[], limit: number): Promise<ProfileMatch[]>;
  /** The members that a person's export shows for a profile. No other store may have the same ones. */
  exported(db: Db, hash: string): Promise<Record<string, unknown>>;
  /**
   * Withdraws what customers could still receive about suppressed people. Returns how many rows. Runs in an open transaction.
   * Absent if every read checks suppression first.
   */
  withdraw?(db: Db, hashes: readonly string[]): Promise<number>;
  /** Says to customers who received something about them that they must delete it. Runs in an open transaction. */
  announceWithdrawal?(db: Db, hashes: readonly string[]): Promise<void>;
  /** Deletes everything stored about the profiles. Returns how many rows. Runs in an open transaction. */
  erase(db: Db, hashes: readonly string[]): Promise<number>;
  /** The emails stored about the profiles, each with its sources. Checks of emails ask for them. */
  emailsOf?(
    db: Db,
    hashes: readonly string[],
  ): Promise<{ hash: string; address: string; sources: string[] }[]>;
  /** Renders what is sold of the profiles again, because verdicts on their emails changed. Runs in an open transaction. */
  verdictsChanged?(db: Db, pepper: string, hashes: readonly string[]): Promise<void>;
  /** How many accounts ever received anything about them. Absent if the data is never disclosed. */
  accountsDisclosedTo?(db: Db, hashes: readonly string[]): Promise<number>;
}
