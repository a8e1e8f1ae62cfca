import type { TSchema } from 'typebox';
import {
  bodiesOf,
  type Door,
  pathParameters,
  readsBody,
  refusesUnknown as refusesUnknownAt,
} from '#core/door.ts';
import { ValidationFailure } from '#core/failure.ts';
import { forbidden, type Locate } from '#core/input/faults.ts';
import { shapeFor, type UncheckedInput } from '#core/input/input.ts';
import type { Operation } from '#core/operation.ts';

/** The parts of a request that contain input. Path and query values are strings; body members are JSON values. */
export interface RawInput {
  path: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
}

/** Compiles where a door finds each member of the input and how it parses text. */
export function memberReader(declared: Operation, door: Door): (raw: RawInput) => UncheckedInput {
  const read = readerFrom(declared, door, readsBody(door) ? 'body' : 'query');
  if (!door.fileInsteadOf) return read;
  const readQuery = readerFrom(declared, door, 'query');
  return (raw) => (Buffer.isBuffer(raw.body) ? { ...readQuery(raw), hasFile: true } : read(raw));
}

function readerFrom(
  declared: Operation,
  door: Door,
  source: 'body' | 'query',
): (raw: RawInput) => UncheckedInput {
  const shape = shapeFor(declared, door.access);
  const inPath = pathParameters(door.path);
  const isText = source === 'query' || Object.values(bodiesOf(door)).includes('form');
  const schemas = shape.properties as Record<string, TSchema>;
  const locate: Locate = (path) =>
    inPath.includes(String(path[0])) ? ['path', ...path] : path.length === 0 ? [source] : [source, ...path];
  // A misspelt parameter would be answered with the first page again. Pages get parameters from wherever links are shared.
  const refusesUnknown = source === 'body' ? refusesUnknownAt(door) : !door.page;

  return ({ path, query, body }) => {
    if (source === 'body' && !door.page) refuseQuery(query);
    const given = source === 'query' ? query : bodyObject(body);
    if (!isText && inPath.length === 0) return { members: given, locate, refusesUnknown };
    const members: Record<string, unknown> = Object.create(null);
    for (const [name, value] of Object.entries(given)) {
      members[name] = isText && schemas[name] ? fromText(schemas[name], value) : value;
    }
    for (const name of inPath) if (schemas[name]) members[name] = fromText(schemas[name], path[name]);
    return { members, locate, refusesUnknown };
  };
}

/** A door with a body takes nothing from the query. */
function refuseQuery(query: RawInput['query']): void {
  const names = Object.keys(query).slice(0, faultsMax);
  if (names.length > 0) throw new ValidationFailure(names.map((name) => forbidden(['query', name])));
}

const faultsMax = 256;

/** A missing body counts as an empty object, for operations without required members. */
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

/** Coerces query strings and form values like FastAPI. JSON values are never coerced. */
function fromText(schema: TSchema, raw: unknown): unknown {
  const { type, anyOf } = schema as { type?: string; anyOf?: { type?: string }[] };
  const is = (wanted: string) => type === wanted || (anyOf?.some((one) => one.type === wanted) ?? false);
  if (type === 'array') return raw === undefined || Array.isArray(raw) ? raw : [raw];
  const text = Array.isArray(raw) ? raw.at(-1) : raw;
  if (typeof text !== 'string') return text;
  if (is('integer') && /^[+-]?\d{1,15}$/.test(text.trim())) return Number(text);
  if (is('boolean')) return truths.get(text.toLowerCase()) ?? text;
  return text;
}
