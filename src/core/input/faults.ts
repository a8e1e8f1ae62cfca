import type { TLocalizedValidationError } from 'typebox/error';
import type { ValidationFault } from '../failure.ts';
import { messageFor } from './fault-messages.ts';

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
    // What is too short or too long doesn't match its pattern either.
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

export const missing = (loc: (string | number)[]): ValidationFault => ({
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
