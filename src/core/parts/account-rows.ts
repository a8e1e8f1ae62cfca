import type { Db } from '../db.ts';

export interface DataOf {
  id: number;
  /** As it is, or was until it was closed. */
  account_id: string;
}

export interface Closing {
  at: Date;
  /** Its made-up account_id from then on. */
  closedAs: string;
  /** For hashes by which a person is recognised. */
  pepper: string;
}

/** Why an account can't be closed yet, and what to do first, in sentences for operators. */
export interface ClosingBlock {
  kind: string;
  what: string;
}

/** The rows of one table that are about an account. */
export interface AccountTable {
  /** Its rows, in a word or two for operators: `Keys`. */
  what: string;
  /** The condition of an account's rows. By default its column `account` is the account. */
  of?(account: DataOf): Statement;
  /** Columns of a unique key, in whose order a long table is exported. A short one needs none. */
  inOrderOf?: readonly string[];
  /** Columns that no export shows: secrets, and data about other people. Bytes and the number of the account never are. */
  hides?: readonly string[];
  /** `at once`: in the transaction that closes the account. `afterwards`: by a job, for what may be many rows. */
  erased?: 'at once' | 'afterwards';
  /** Why the rows stay: the law or the rule that needs them. */
  kept?: string;
  /** Columns of kept rows that no law needs: each gets this value. */
  cleared?: Readonly<Record<string, string | null>>;
}

/**
 * A domain's tables about accounts. Registered in the manifest, their rows are in the export of each account, and a closing erases
 * or keeps them. Every table about accounts is declared by its domain: `close-account.test.ts` checks it.
 */
export interface AccountData {
  tables: Readonly<Record<string, AccountTable>>;
  /** Why the account can't be closed now. It holds the lock of the account while it is closed. */
  blocks?(db: Db, account: DataOf, now: Date): Promise<ClosingBlock[]>;
  /** Further work in the transaction that closes the account, before anything is erased. */
  close?(db: Db, account: DataOf, closing: Closing): Promise<void>;
}

/** As Kysely puts it into another statement. */
interface Statement {
  toOperationNode(): object;
}
