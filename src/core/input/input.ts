import Type, { type TObject, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import type { Access } from '../access.ts';
import { type MemberFault, ValidationFailure, type ValidationFault } from '../failure.ts';
import type { Operation } from '../operation.ts';
import { faultsOf, forbidden, type Locate } from './faults.ts';
import { isVisible, noOuterWhitespace, unstorable } from './text-rules.ts';

// By default TypeBox stops after eight faults; we list them all.
const faultsMax = 256;
Settings.Set({ maxErrors: faultsMax });

/** The input of a call, as a surface passes it on. */
export interface UncheckedInput {
  /** JSON values by name, including unknown members. */
  members: Readonly<Record<string, unknown>>;
  /** Where a member is in the request, for faults. */
  locate: Locate;
  /** Whether an unknown member is a fault. */
  refusesUnknown: boolean;
  /** A file came in place of some members. */
  hasFile?: boolean;
}

const AccountId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: noOuterWhitespace,
  description: "The dashboard's own identifier of the account.",
  examples: ['acme-42'],
});

/** The input for one kind of access. Internal callers also name the account, which other callers prove by credential. */
export function shapeFor(declared: Operation, access: Access): TObject {
  if (access !== 'internal' || !declared.account || 'account_id' in declared.input.properties) {
    return declared.input;
  }
  return Type.Object({ account_id: AccountId, ...declared.input.properties });
}

/** The members a caller must send. Those with a default are optional. */
export const requiredMembers = ({ properties, required }: TObject): string[] =>
  ((required ?? []) as string[]).filter((name) => !('default' in properties[name]!));

export type InputReader = (given: UncheckedInput) => Record<string, unknown>;

/**
 * A reader that applies aliases, defaults and checks. It throws `ValidationFailure` with every fault.
 * @param fileInsteadOf members that aren't there when a file came
 */
export function inputReader(
  declared: Operation,
  access: Access,
  fileInsteadOf: readonly string[] = [],
): InputReader {
  const shape = shapeFor(declared, access);
  const read = readerOf(declared, shape);
  if (fileInsteadOf.length === 0) return read;
  const readWithFile = readerOf(declared, Type.Omit(shape, [...fileInsteadOf]));
  return (given) => (given.hasFile ? readWithFile(given) : read(given));
}

function readerOf(declared: Operation, shape: TObject): InputReader {
  // When the first input comes: a service has hundreds of readers, and most processes need a few.
  let validator: ReturnType<typeof Compile<TObject>> | undefined;
  const properties = Object.entries(shape.properties as Record<string, TSchema>);
  const trimmed = properties.flatMap(([name, schema]) => ('x-trimmed' in schema ? name : []));
  const aliases = Object.entries(declared.aliases ?? {});
  const known = new Set([...properties.map(([name]) => name), ...aliases.flatMap(([, others]) => others)]);

  return ({ members, locate, refusesUnknown }) => {
    const value: Record<string, unknown> = {};
    for (const [name, schema] of properties) {
      const given = members[name];
      if (given !== undefined) value[name] = Array.isArray(given) ? limitItems(schema, given) : given;
      else if ('default' in schema) value[name] = structuredClone(schema.default);
    }
    for (const name of trimmed) {
      const text = value[name];
      if (typeof text === 'string') value[name] = isVisible(text) ? text.trim() : '';
    }
    for (const [name, others] of aliases) {
      if (value[name] !== undefined && value[name] !== null) continue;
      const other = others.find((alias) => members[alias] !== undefined && members[alias] !== null);
      if (other !== undefined) value[name] = members[other];
    }
    validator ??= Compile(shape);
    const faults = validator.Check(value) ? [] : faultsOf(validator.Errors(value), locate, value);
    if (refusesUnknown) {
      const unknown = Object.keys(members).filter((name) => !known.has(name));
      faults.push(...unknown.slice(0, faultsMax).map((name) => forbidden(locate([name]))));
    }
    if (declared.check) faults.push(...ownFaults(declared.check(value), locate, faults));
    if (faults.length === 0 && !isStorable(value)) findUnstorable(value, [], locate, faults);
    if (faults.length > 0) throw new ValidationFailure(faults);
    return value;
  };
}

/** Faults that the operation itself finds in members that the shape accepts. */
function ownFaults(
  own: readonly MemberFault[],
  locate: Locate,
  found: readonly ValidationFault[],
): ValidationFault[] {
  const rejected = new Set(found.map(({ loc }) => JSON.stringify(loc)));
  return own
    .map(({ path, msg, type }) => ({ loc: locate(path), msg, type }))
    .filter(({ loc }) => !rejected.has(JSON.stringify(loc)));
}

/** Keeps one entry more than allowed: enough to refuse the list without checking every entry. Also of a list that may be null. */
function limitItems(
  schema: TSchema & { maxItems?: number; anyOf?: { maxItems?: number }[] },
  given: unknown[],
): unknown[] {
  const maxItems = schema.maxItems ?? schema.anyOf?.find((shape) => shape.maxItems !== undefined)?.maxItems;
  return maxItems === undefined ? given : given.slice(0, maxItems + 1);
}

/** Checked first, because `findUnstorable` builds a path to each member. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return unstorable(value) === null;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  for (const name in value)
    if (!isStorable(name) || !isStorable((value as Record<string, unknown>)[name])) return false;
  return true;
}

/** Reports text that PostgreSQL can't store, instead of failing on insert. */
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
