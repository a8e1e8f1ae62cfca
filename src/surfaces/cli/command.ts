/** What the words of a command line say besides the operands, each by the name of its option. */
export interface Options {
  url?: string;
  'secret-file'?: string;
  format?: string;
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
  json?: boolean;
  yes?: boolean;
  help?: boolean;
  version?: boolean;
}

export interface OptionHelp {
  name: keyof Options;
  /** What stands for its value in the help; none where it takes no value. */
  value?: string;
  isRepeated?: true;
  help: string;
}

/** A command with all that its help says. */
export interface Command {
  name: string;
  /** As the help writes them, such as `FILE…`. */
  operands: string;
  operandsMin: number;
  operandsMax: number;
  summary: string;
  /** Paragraphs. */
  about: string[];
  options: OptionHelp[];
  examples: string[];
  /** Resolves to the exit code. */
  run(operands: string[], options: Options): Promise<number>;
}

/** As a person types it in the project's folder. `npx contactry` might fetch a package of that name from strangers. */
export const programName = './contactry';

export const confirmation: OptionHelp = { name: 'yes', help: "don't ask before it is done" };
export const asJson: OptionHelp = { name: 'json', help: 'as the HTTP API answers, for programs' };
