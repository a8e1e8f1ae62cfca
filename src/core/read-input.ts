import Type, { type TObject, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { bodiesOf, type Door, pathParameters, readsBody } from './access.ts';
import { ValidationFailure, type ValidationFault } from './failure.ts';
import { faultsOf, forbidden, type Locate } from './faults.ts';
import type { Operation } from './operation.ts';
import { unstorable } from './storable-text.ts';

// A body with many faults gets all of them listed, not the first eight.
const faultsMax = 256;
Settings.Set({ maxErrors: faultsMax });

/** The three places of a request that hold input. Path and query values are strings; body members are JSON values. */
export interface RawInput {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

const AccountId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The dashboard's own identifier of the account.",
});

/** The shape read through a door: an internal door names the account that other doors take from the credential. */
export function shapeThrough(declared: Operation, door: Door): TObject {
  if (door.access !== 'internal' || !declared.account || 'account_id' in declared.input.properties) {
    return declared.input;
  }
  return Type.Object({ account_id: AccountId, ...declared.input.properties });
}

export type InputReader = (raw: RawInput) => Record<string, unknown>;

/**
 * Compiles how one operation reads its input through one door: which member comes from where, what a query string is
 * turned into, the defaults, and the checks. The reader throws `ValidationFailure` with every fault.
 */
export function inputReader(declared: Operation, door: Door): InputReader {
  const shape = shapeThrough(declared, door);
  const validator = Compile(shape);
  const inPath = new Set(pathParameters(door.path));
  const source = readsBody(door) ? 'body' : 'query';
  const isText = source === 'query' || Object.values(bodiesOf(door)).includes('form');
  const properties = Object.entries(shape.properties as Record<string, TSchema>);
  const names = new Set(properties.map(([name]) => name));
  const locate: Locate = (path) =>
    inPath.has(String(path[0])) ? ['path', ...path] : path.length === 0 ? [source] : [source, ...path];

  const aliases = Object.entries(declared.aliases ?? {});

  return ({ path, query, body }) => {
    const given = source === 'query' ? query : bodyObject(body);
    const value: Record<string, unknown> = {};
    for (const [name, schema] of properties) {
      const raw = inPath.has(name) ? path[name] : given[name];
      if (raw === undefined) {
        if ('default' in schema) value[name] = structuredClone(schema.default);
      } else {
        value[name] = isText || inPath.has(name) ? fromText(schema, raw) : cutShort(schema, raw);
      }
    }
    for (const [name, others] of aliases) {
      const other = others.find((alias) => given[alias] !== undefined && given[alias] !== null);
      if ((value[name] === undefined || value[name] === null) && other !== undefined)
        value[name] = given[other];
    }
    const faults = validator.Check(value) ? [] : faultsOf(validator.Errors(value), locate, value);
    if (door.access === 'admin' && source === 'body') {
      const unknown = Object.keys(given).filter((name) => !names.has(name));
      faults.push(...unknown.slice(0, faultsMax).map((name) => forbidden(locate([name]))));
    }
    if (faults.length === 0) findUnstorable(value, [], locate, faults);
    if (faults.length > 0) throw new ValidationFailure(faults);
    return value;
  };
}

/** One entry too many is refused like half a million, without looking at each. */
function cutShort({ maxItems }: TSchema & { maxItems?: number }, raw: unknown): unknown {
  return Array.isArray(raw) && maxItems !== undefined ? raw.slice(0, maxItems + 1) : raw;
}

/** An absent body is an empty object: an operation without required members needs none. */
function bodyObject(body: unknown): Record<string, unknown> {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new ValidationFailure([
    { loc: ['body'], msg: 'Input should be a valid dictionary or object', type: 'model_attributes_type' },
  ]);
}

const truths = new Map<string, boolean>(
  ['true', '1', 'yes', 'on', 't', 'y']
    .map((word) => [word, true] as [string, boolean])
    .concat(['false', '0', 'no', 'off', 'f', 'n'].map((word) => [word, false])),
);

/** Query strings and forms are coerced as FastAPI does it; JSON values never are. */
function fromText(schema: TSchema, raw: unknown): unknown {
  if ((schema as { type?: string }).type === 'array') return Array.isArray(raw) ? raw : [raw];
  const text = Array.isArray(raw) ? raw.at(-1) : raw;
  if (typeof text !== 'string') return text;
  const type = (schema as { type?: string }).type;
  if (type === 'integer' && /^[+-]?\d{1,15}$/.test(text.trim())) return Number(text);
  if (type === 'boolean') return truths.get(text.toLowerCase()) ?? text;
  return text;
}

/** What can't be stored is refused by name here instead of failing there. */
function findUnstorable(
  value: unknown,
  path: (string | number)[],
  locate: Locate,
  faults: ValidationFault[],
): void {
  if (typeof value === 'string') {
    const fault = unstorable(value);
    if (fault) faults.push({ loc: locate(path), ...fault });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      findUnstorable(name, path, locate, faults);
      findUnstorable(member, [...path, Array.isArray(value) ? Number(name) : name], locate, faults);
    }
  }
}
