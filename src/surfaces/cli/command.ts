/** The options of a command line, by name. */
export interface Options {
  url?: string;
  'secret-file'?: string;
  format?: string;
  encoding?: string;
  again?: boolean;
  map?: string[];
  source?: string;
  'date-order'?: string;
  'dry-run'?: boolean;
  email?: string;
  phone?: string;
  link?: string;
  to?: string;
  reason?: string;
  limit?: string;
  all?: boolean;
  json?: boolean;
  yes?: boolean;
  'key-file'?: string;
  name?: string;
  reference?: string;
  column?: string;
  'limit-credits'?: string;
  'webhook-url'?: string;
  wait?: boolean;
  out?: string;
  'without-secrets'?: boolean;
  actor?: string;
  help?: boolean;
  version?: boolean;
  /** Those of `admin` follow from its doors. */
  [other: string]: string | boolean | string[] | undefined;
}

export interface OptionHelp {
  name: string;
  /** Placeholder of its value in the help. Absent if the option has no value. */
  value?: string;
  isRepeated?: true;
  help: string;
}

/** A command and everything its help shows. */
export interface Command {
  name: string;
  /** As the help shows them, for example `FILE…`. */
  operands: string;
  operandsMin: number;
  operandsMax: number;
  summary: string;
  /** Paragraphs of the help. */
  about: string[];
  options: OptionHelp[];
  examples: string[];
  /** Returns the exit code. */
  run(operands: string[], options: Options): Promise<number>;
}

/** How to start the program in the project's folder. `npx contactry` could download somebody else's package. */
export const programName = './contactry';

export const confirmation: OptionHelp = { name: 'yes', help: 'do it without asking' };
export const asJson: OptionHelp = { name: 'json', help: 'print the JSON of the HTTP API, for programs' };
