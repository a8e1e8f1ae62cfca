/** The environment variables after parsing. Their types come from every part's definitions, in src/wiring. */
// biome-ignore lint/suspicious/noEmptyInterface: core knows no part
export interface Config {}

/** One environment variable: its purpose, its default and how to parse it. */
export interface Variable<Value = unknown> {
  doc: string;
  example?: string;
  fallback: Value;
  /** Throws `InvalidValue`. Its message completes a sentence that starts with the variable's name. */
  read(text: string): Value;
}

export type Variables = Readonly<Record<string, Variable>>;

/** The parsed values of a set of variables. */
export type ConfigOf<Definitions extends Variables> = {
  [Name in keyof Definitions]: ReturnType<Definitions[Name]['read']> | Definitions[Name]['fallback'];
};

export const variable = <Value, Fallback = Value>(
  doc: string,
  fallback: Fallback,
  read: (text: string) => Value,
  example?: string,
) => ({ doc, fallback, read, example }) satisfies Variable<Value | Fallback>;

type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The variables of several parts together. */
export const mergedVariables = <Part extends { variables: Variables }>(parts: readonly Part[]) =>
  Object.assign({}, ...parts.map(({ variables }) => variables)) as AllOf<Part['variables']>;

export class InvalidValue extends Error {}

export const rejectValue = (why: string): never => {
  throw new InvalidValue(why);
};

/** Parsers that many variables share. */
export const text = (value: string) => value;

export const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice =>
    choices.find((choice) => choice === value) ?? rejectValue(`must be one of ${choices.join(', ')}`);

export const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max
    ? number
    : rejectValue(`must be a whole number from ${min} to ${max}`);
};

export const url =
  (...protocols: string[]) =>
  (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value.replace(/\/+$/, '')
      : rejectValue(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);

/** An address that is called as it is written. */
export const webhookUrl = (value: string) => {
  url('http:', 'https:')(value);
  return value;
};

export const secretLengthMin = 16;

export const secret = (value: string) =>
  value.length >= secretLengthMin ? value : rejectValue(`must have at least ${secretLengthMin} characters`);

/** The entries of a comma-separated list. */
export const entries = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** A secret that can change without interruption: the current one, then the previous one until every caller has the new one. */
export const changingSecret = (value: string) => entries(value).map(secret).join(',');

/** The one to send, of those that are accepted. */
export const currentSecret = (accepted: string): string => entries(accepted)[0] ?? '';
