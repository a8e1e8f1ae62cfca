export type Row = Readonly<Record<string, unknown>>;

/** A word of the command line that becomes a member of the request. */
export interface Word {
  /** The member's name. `account` stands for account_id, or for email where the word has an @. */
  member: string;
  /** How the JSON has it. Default: text. `none` in place of a number or time is null. */
  is?: 'number' | 'flag';
  isRequired?: true;
  /** The option's name where it differs from the member's. */
  option?: string;
  value?: string;
  help: string;
}

/** A column of a table: its heading and the member it shows, with dots into nested members. `show` makes the cell of the whole row. */
export type Column = readonly [heading: string, member: string, show?: (row: Row) => string];

/** One door of an operator as a command. Everything about the command follows from this. */
export interface Door {
  name: string;
  summary: string;
  about?: string[];
  method: 'GET' | 'POST' | 'PATCH';
  /** As in the OpenAPI document. An operand of the same name stands in the braces. */
  path: string;
  /** What the user writes after the name, in order. */
  operands?: readonly Word[];
  options?: readonly Word[];
  /** Members that are always sent. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Columns of a list. Without them, the answer is one record, or has one in each of its `rows`. */
  columns?: readonly Column[];
  /** The member of the answer that has the rows. Default for a list: items. */
  rows?: string;
  /** Asked before what can't be undone, with `{member}` for what the user wrote. */
  question?: string;
  /** The member that `--quiet` prints alone. */
  quiet?: string;
  examples: readonly string[];
}

export const account: Word = { member: 'account', value: 'ACCOUNT', help: 'an account id, or an email' };
export const reason: Word = {
  member: 'reason',
  value: 'TEXT',
  isRequired: true,
  help: 'for the audit log; required',
};

export const reasonIfAny: Word = { member: 'reason', value: 'TEXT', help: 'for the audit log' };
