/** The variables in force. Each part adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in the parts themselves
export interface Config {}

/** One environment variable: what it is for, how its text is read, and what holds when it is absent. */
export interface Variable<Value = unknown> {
  doc: string;
  example?: string;
  fallback: Value;
  /** Throws `Unreadable` with the rest of a sentence that begins with the name. */
  read(text: string): Value;
}

export type Variables = Readonly<Record<string, Variable>>;

/** The values of definitions, for declaration merging. */
export type ConfigOf<Definitions extends Variables> = {
  [Name in keyof Definitions]: ReturnType<Definitions[Name]['read']> | Definitions[Name]['fallback'];
};

export const variable = <Value, Fallback = Value>(
  doc: string,
  fallback: Fallback,
  read: (text: string) => Value,
  example?: string,
) => ({ doc, fallback, read, example }) satisfies Variable<Value | Fallback>;

export class Unreadable extends Error {}

export const refuseText = (why: string): never => {
  throw new Unreadable(why);
};

/** Readers of texts that many variables share. */
export const text = (value: string) => value;

export const oneOf =
  <Choice extends string>(...choices: Choice[]) =>
  (value: string): Choice =>
    choices.find((choice) => choice === value) ?? refuseText(`must be one of ${choices.join(', ')}`);

export const wholeNumber = (min: number, max: number) => (value: string) => {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  return number >= min && number <= max ? number : refuseText(`must be a whole number from ${min} to ${max}`);
};

export const url =
  (...protocols: string[]) =>
  (value: string) =>
    URL.canParse(value) && protocols.includes(new URL(value).protocol)
      ? value.replace(/\/+$/, '')
      : refuseText(`must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);

/** An address that is called as it is written. */
export const webhookUrl = (value: string) => {
  url('http:', 'https:')(value);
  return value;
};

export const secret = (value: string) =>
  value.length >= 16 ? value : refuseText('must have at least 16 characters');

/** The entries of a comma-separated list. */
export const entries = (value: string) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
