import type { TSchema } from 'typebox';
import type { ErrorDefinition } from '#core/failure.ts';

/** What the clients are generated from: the parts of our OpenAPI document that they read. */
export interface ApiDocument {
  paths: Record<string, Record<string, ApiOperation>>;
  components: { schemas: Record<string, Schema> };
}

export interface ApiOperation {
  operationId?: string;
  summary?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

export type Schema = {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  type?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  patternProperties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  description?: string;
};

/** The `data` of events, by type. Null: the job, as its own route shows it. */
export type EventSchemas = Readonly<Record<string, TSchema | null>>;

export interface RoutedOperation {
  /** `POST /api/v1/find` */
  route: string;
  operation: ApiOperation;
}

export const json = 'application/json';

/** Pages for browsers are left out. */
export const everyOperation = ({ paths }: ApiDocument): RoutedOperation[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        route: `${method.toUpperCase()} ${path}`,
        operation,
      })),
    )
    .filter(({ operation }) => !isPage(operation));

const isPage = (operation: ApiOperation) =>
  Object.keys(operation.responses['200']?.content ?? {}).includes('text/html');

export const isRepeatable = ({ operation }: RoutedOperation): boolean => takes(operation, 'Idempotency-Key');
export const isRepeatableBySecret = ({ operation }: RoutedOperation): boolean =>
  takes(operation, 'Idempotency-Secret');

const takes = ({ parameters = [] }: ApiOperation, header: string) =>
  parameters.some((parameter) => parameter.in === 'header' && parameter.name === header);

/** The possible answers of a success. Null: a file. */
export const answersOf = ({ responses }: ApiOperation): (Schema | null)[] =>
  Object.entries(responses)
    .filter(([status, { content }]) => status.startsWith('2') && content)
    .map(([, { content }]) => content![json]?.schema ?? null);

export const hasFile = ({ operation }: RoutedOperation): boolean => answersOf(operation).includes(null);

/** The shapes of the document, without problems and the forms of pages. */
export const shapesOf = ({ components }: ApiDocument): [name: string, schema: Schema][] =>
  Object.entries(components.schemas).filter(
    ([name]) => !name.startsWith('Problem_') && !name.endsWith('Form'),
  );

export interface Refusal {
  code: string;
  className: string;
  /** The members that its problem has beyond those of all problems. */
  members: [name: string, schema: Schema][];
  required: string[];
  /** Whether a repeat may help, if the status suggests the opposite. */
  retryable: boolean | null;
}

/** Every code, in alphabetical order. */
export function refusalsOf(
  { components }: ApiDocument,
  definitions: ReadonlyMap<string, Pick<ErrorDefinition, 'status' | 'retryable'>>,
): Refusal[] {
  const problems = Object.keys(components.schemas).filter((name) => name.startsWith('Problem_'));
  const codes = problems.map((name) => name.slice('Problem_'.length)).sort();
  return codes.map((code) => {
    const { properties = {}, required = [] } = components.schemas[`Problem_${code}`]!;
    const { status, retryable = false } = definitions.get(code)!;
    return {
      code,
      className: classNameOf(code),
      members: Object.entries(properties).filter(([name]) => !sharedMembers.has(name)),
      required,
      retryable: retryable === (status === 429 || status > 501) ? null : retryable,
    };
  });
}

const sharedMembers = new Set(['type', 'title', 'status', 'detail', 'code', 'request_id']);

/** `insufficient_credits` is an `InsufficientCreditsError`, and `internal_error` an `InternalError`. */
const classNameOf = (code: string) => `${pascal(code).replace(/Error$/, '')}Error`;

/** `budget.reached` is `BudgetReached`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, letter: string) => letter.toUpperCase());
