import Type, { type Static, type TOptional, type TProperties, type TSchema } from 'typebox';
import { Check } from 'typebox/value';

/**
 * One way to read a vendor's JSON: a schema says what we use of it, and `readJson` takes that. A required member that doesn't fit refuses the
 * answer. An optional member that doesn't fit counts as absent, and so does an entry of a list, unless the list is `strict`. Vendors'
 * documents are incomplete, and answers are hostile until they are read.
 */
export function readJson<Schema extends TSchema>(schema: Schema, json: unknown): Static<Schema> | Misfit {
  return fitted(schema, json, '') as Static<Schema> | Misfit;
}

/** Null for what doesn't fit. */
export const readOrNull = <Schema extends TSchema>(schema: Schema, json: unknown): Static<Schema> | null => {
  const read = readJson(schema, json);
  return read instanceof Misfit ? null : read;
};

/** Why an answer was refused. Contains no value of it. */
export class Misfit {
  /** Such as `text at data.email`. */
  readonly expected: string;

  constructor(kind: string, path: string) {
    this.expected = `${kind} at ${path || 'the top'}`;
  }
}

/** Text that isn't empty, trimmed. */
export const text = (maxLength = 2000) => Type.String({ minLength: 1, maxLength });

/** Members that are text. */
export const texts = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, text()])) as Record<Name, ReturnType<typeof text>>;

/** Text in lower case, to compare. */
export const word = Type.String({ minLength: 1, maxLength: 2000, isLower: true });

/** An id, sent as a number or as text. */
export const idText = Type.String({ minLength: 1, maxLength: 200, isId: true });

/** A flag that counts if it is set. */
export const yes = Type.Literal(true);

/** The first entries of a list. Vendors send a handful. */
export const list = <Entry extends TSchema>(entry: Entry, { most = 200, strict = false } = {}) =>
  Type.Array(entry, { most, strict });

/** Entries of an object by name. */
export const map = <Entry extends TSchema>(entry: Entry, { most = 200 } = {}) =>
  Type.Record(Type.String(), entry, { most });

/** Optional members. */
export const maybe = <Members extends TProperties>(members: Members) =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [name, Type.Optional(member)]),
  ) as unknown as { [Name in keyof Members]: TOptional<Members[Name]> };

/** An object of which every member may be absent. */
export const some = <Members extends TProperties>(members: Members) => Type.Object(maybe(members));

interface Options {
  most?: number;
  strict?: boolean;
  isLower?: boolean;
  isId?: boolean;
  maxLength?: number;
}

function fitted(schema: TSchema, value: unknown, path: string): unknown {
  if (Type.IsUnknown(schema)) return value;
  if (Type.IsUnion(schema)) return firstFit(schema.anyOf, value, path);
  if (Type.IsString(schema)) return fittedText(schema as Options, value) ?? new Misfit('text', path);
  if (Type.IsArray(schema)) return fittedList(schema as Options, schema.items, value, path);
  if (Type.IsRecord(schema)) return fittedMap(schema as Options, schema.patternProperties, value, path);
  if (Type.IsObject(schema)) return fittedObject(schema.properties, value, path);
  return Check(schema, value) ? value : new Misfit(nameOf(schema as { type?: string }), path);
}

const isFit = (read: unknown): boolean => !(read instanceof Misfit);

function fittedObject(properties: TProperties, value: unknown, path: string): unknown {
  if (!isObject(value)) return new Misfit('an object', path);
  const read: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties)) {
    // Never an inherited one.
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    const inside = fitted(member, given, path === '' ? name : `${path}.${name}`);
    if (!(inside instanceof Misfit)) read[name] = inside;
    else if (!Type.IsOptional(member)) return inside;
  }
  return read;
}

function fittedMap({ most }: Options, patterns: TProperties, value: unknown, path: string): unknown {
  if (!isObject(value)) return new Misfit('an object', path);
  const [entry] = Object.values(patterns) as [TSchema];
  const names = Object.keys(value).slice(0, most);
  const read = names.map((name) => [name, fitted(entry, value[name], `${path}.*`)] as const);
  return Object.fromEntries(read.filter(([, inside]) => isFit(inside)));
}

function fittedList({ most, strict }: Options, entry: TSchema, value: unknown, path: string): unknown {
  if (!Array.isArray(value)) return new Misfit('a list', path);
  const read = value.slice(0, most).map((one) => fitted(entry, one, `${path}[]`));
  const misfit = strict ? read.find((one) => !isFit(one)) : undefined;
  return misfit ?? read.filter(isFit);
}

function firstFit(choices: readonly TSchema[], value: unknown, path: string): unknown {
  const read = choices.map((choice) => fitted(choice, value, path));
  return read.find(isFit) ?? read[0];
}

function fittedText({ maxLength = 0, isLower, isId }: Options, value: unknown): string | null {
  if (isId && Number.isSafeInteger(value) && Number(value) > 0) return String(value);
  if (typeof value !== 'string' || value.length > maxLength) return null;
  const trimmed = value.trim();
  if (trimmed === '') return null;
  return isLower ? trimmed.toLowerCase() : trimmed;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nameOf = (schema: { type?: string; const?: unknown; enum?: unknown }): string => {
  if (schema.enum) return 'a known word';
  return 'const' in schema ? JSON.stringify(schema.const) : `a valid ${schema.type ?? 'value'}`;
};
