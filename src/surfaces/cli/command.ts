export interface Option {
  /** Placeholder of its value in the help. Absent if the option has no value. */
  value?: string;
  isRepeated?: true;
  help: string;
}

type OptionTable = Readonly<Record<string, Option>>;

/** Options of every command. */
export const sharedOptions = {
  url: { value: 'ADDRESS', help: 'address of the service' },
  'secret-file': { value: 'FILE', help: 'file with the admin secret alone, or a secrets.json' },
  help: { help: 'show this help' },
} satisfies OptionTable;

/** The typed options by name. */
export type Given<Own extends OptionTable = Record<never, Option>> = {
  [Name in keyof Own | keyof typeof sharedOptions]?: ValueOf<(Own & typeof sharedOptions)[Name]> | undefined;
};
type ValueOf<One> = One extends { value: string }
  ? One extends { isRepeated: true }
    ? string[]
    : string
  : boolean;

/** A command and everything its help shows. */
export interface Command {
  name: string;
  /** As the help shows them: `FILE`, `[FILE]` if it can be left out, `FILE…` for one or more. */
  operands?: string;
  summary: string;
  /** Paragraphs of the help. */
  about: readonly string[];
  options: OptionTable;
  examples: readonly string[];
  /** Returns the exit code; none means done. */
  run(operands: string[], options: object): Promise<number | undefined>;
}

/** Declares a command. Its options are typed by their declarations. */
export const command = <const Own extends OptionTable>(
  declared: Omit<Command, 'options' | 'run'> & {
    options: Own;
    run(operands: string[], options: Given<Own>): Promise<number | undefined>;
  },
): Command => declared;

/** How many words the operands of a command take. */
export function operandCount({ operands = '' }: Command): { min: number; max: number } {
  const each = operands.match(/\[[^\]]*\]|\S+/g) ?? [];
  const min = each.filter((one) => !one.startsWith('[')).length;
  return { min, max: operands.endsWith('…') ? 1000 : each.length };
}

/** How to start the program in the project's folder. `npx contactry` could download another package of this name. */
export const programName = './contactry';

export const confirmation = { help: 'do it without asking' };
export const asJson = { help: 'print the JSON of the HTTP API, for programs' };
export const actorOption = { value: 'NAME', help: 'who you are in the audit log; default: your user name' };
