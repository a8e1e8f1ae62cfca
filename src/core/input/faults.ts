import type { TLocalizedValidationError } from 'typebox/error';
import type { ValidationFault } from '../failure.ts';
import { noOuterWhitespace } from './text-rules.ts';

/** Translates validator errors into FastAPI's messages and types, which most clients already handle. */
export function faultsOf(
  errors: TLocalizedValidationError[],
  locate: Locate,
  value: unknown,
): ValidationFault[] {
  const faults: ValidationFault[] = [];
  const unions = errors
    .filter((error) => error.keyword === 'anyOf')
    .map((union) => ({ union, shape: onlyShapeOf(union, errors) }));
  for (const error of errors) {
    // A nullable shape reports the faults of the shape. Any other union reports a single fault.
    const isCovered = unions.some(({ union, shape }) =>
      error === union ? shape !== null : isWithin(union, error) && branchOf(union, error) !== shape,
    );
    // A text that is too short or too long doesn't match its pattern either.
    const isSaid =
      error.keyword === 'pattern' &&
      errors.some(
        ({ keyword, instancePath }) => /Length$/.test(keyword) && instancePath === error.instancePath,
      );
    if (!isCovered && !isSaid && error.keyword !== 'boolean')
      faults.push(...faultsOfOne(error, locate, value));
  }
  return faults;
}

const isWithin = (union: TLocalizedValidationError, error: TLocalizedValidationError): boolean =>
  error.schemaPath.startsWith(`${union.schemaPath}/anyOf/`) &&
  (error.instancePath === union.instancePath || error.instancePath.startsWith(`${union.instancePath}/`));

/** The branch of a union that an error belongs to. */
const branchOf = (union: TLocalizedValidationError, error: TLocalizedValidationError): string =>
  error.schemaPath.slice(`${union.schemaPath}/anyOf/`.length).split('/')[0]!;

/** The branch of a nullable shape that isn't null. A value that fails a union fails every branch of it. */
function onlyShapeOf(union: TLocalizedValidationError, errors: TLocalizedValidationError[]): string | null {
  const within = errors.filter((error) => isWithin(union, error));
  const isNull = (error: TLocalizedValidationError) =>
    error.keyword === 'type' &&
    (error.params as { type?: unknown }).type === 'null' &&
    error.schemaPath === `${union.schemaPath}/anyOf/${branchOf(union, error)}`;
  const nulls = new Set(within.filter(isNull).map((error) => branchOf(union, error)));
  const branches = new Set(within.map((error) => branchOf(union, error)));
  const shapes = [...branches].filter((branch) => !nulls.has(branch));
  return nulls.size === 1 && shapes.length === 1 ? shapes[0]! : null;
}

/** Where a member is in the request: `['body', 'profile_url']`. */
export type Locate = (path: (string | number)[]) => (string | number)[];

function faultsOfOne(error: TLocalizedValidationError, locate: Locate, value: unknown): ValidationFault[] {
  const path = pathOf(error.instancePath);
  const params = error.params as Record<string, unknown>;
  if (error.keyword === 'required') {
    return (params.requiredProperties as string[]).map((name) => missing(locate([...path, name])));
  }
  if (error.keyword === 'additionalProperties') {
    return (params.additionalProperties as string[]).map((name) => forbidden(locate([...path, name])));
  }
  const input = memberAt(value, path);
  return [{ loc: locate(path), ...messageFor(error.keyword, params, input), input: echoed(input) }];
}

const missing = (loc: (string | number)[]): ValidationFault => ({
  loc,
  msg: 'Field required',
  type: 'missing',
});
export const forbidden = (loc: (string | number)[]): ValidationFault => ({
  loc,
  msg: 'Extra inputs are not permitted',
  type: 'extra_forbidden',
});

const pathOf = (pointer: string): (string | number)[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const memberAt = (value: unknown, path: (string | number)[]): unknown =>
  path.reduce<unknown>((at, part) => (at as Record<string | number, unknown> | undefined)?.[part], value);

/** Long inputs are cut: the fault names the member, and the caller has the value. */
const echoed = (input: unknown): unknown =>
  typeof input === 'string' ? input.slice(0, 100) : typeof input === 'object' ? undefined : input;

type Message = { msg: string; type: string };

/** Describes what is wrong with a member, with FastAPI's messages and types. */
function messageFor(keyword: string, params: Record<string, unknown>, input: unknown): Message {
  switch (keyword) {
    case 'type':
      return messageForType(String(params.type), input);
    case 'minLength':
      return { msg: `String should have at least ${params.limit} character(s)`, type: 'string_too_short' };
    case 'maxLength':
      return { msg: `String should have at most ${params.limit} characters`, type: 'string_too_long' };
    case 'minItems':
      return { msg: `List should have at least ${params.limit} item(s)`, type: 'too_short' };
    case 'maxItems':
      return { msg: `List should have at most ${params.limit} items`, type: 'too_long' };
    case 'minimum':
      return { msg: `Input should be greater than or equal to ${params.limit}`, type: 'greater_than_equal' };
    case 'maximum':
      return { msg: `Input should be less than or equal to ${params.limit}`, type: 'less_than_equal' };
    case 'enum':
      return {
        msg: `Input should be ${(params.allowedValues as unknown[]).map((v) => `'${v}'`).join(' or ')}`,
        type: 'literal_error',
      };
    case 'const':
      return { msg: `Input should be '${params.allowedValue}'`, type: 'literal_error' };
    case 'minProperties':
      return { msg: `Dictionary should have at least ${params.limit} member(s)`, type: 'too_short' };
    case 'maxProperties':
      return { msg: `Dictionary should have at most ${params.limit} members`, type: 'too_long' };
    case 'pattern':
      if (String(params.pattern) === noOuterWhitespace)
        return { msg: 'String should not start or end with white space', type: 'value_error' };
      return { msg: messageForPattern(String(params.pattern)), type: 'string_pattern_mismatch' };
    case 'format':
      return { msg: `Input should be a valid ${params.format}`, type: 'value_error' };
    case 'anyOf':
      return { msg: 'Input should be of one of the documented types', type: 'union_error' };
    default:
      return { msg: `Input should satisfy '${keyword}'`, type: 'value_error' };
  }
}

function messageForPattern(pattern: string): string {
  if (pattern === '\\S') return 'String should not be blank';
  const [, digits] = /^\^\\d\{(\d+)\}\$$/.exec(pattern) ?? [];
  return digits ? `String should be ${digits} digits` : `String should match pattern '${pattern}'`;
}

function messageForType(type: string, input: unknown): Message {
  const parsing = typeof input === 'string';
  switch (type) {
    case 'string':
      return { msg: 'Input should be a valid string', type: 'string_type' };
    case 'integer':
      return parsing
        ? {
            msg: 'Input should be a valid integer, unable to parse string as an integer',
            type: 'int_parsing',
          }
        : { msg: 'Input should be a valid integer', type: 'int_type' };
    case 'number':
      return { msg: 'Input should be a valid number', type: 'float_type' };
    case 'boolean':
      return parsing
        ? { msg: 'Input should be a valid boolean, unable to interpret input', type: 'bool_parsing' }
        : { msg: 'Input should be a valid boolean', type: 'bool_type' };
    case 'array':
      return { msg: 'Input should be a valid list', type: 'list_type' };
    case 'object':
      return { msg: 'Input should be a valid dictionary', type: 'dict_type' };
    default:
      return { msg: `Input should be ${type}`, type: `${type}_type` };
  }
}
