import assert from 'node:assert/strict';

/** A JSON Schema of the document, with its references resolved. */
export interface Schema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean | Schema;
  required?: readonly string[];
  items?: Schema;
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Schema;
}

/** How a credential is sent: as a bearer token, or in a header of its own. */
export type Scheme = { name: string; header: string; isBearer: boolean };

/** One operation through one door. */
export interface Endpoint {
  id: string;
  /** The domain; what one of its answers names, the others ask for. */
  theme: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  scheme: Scheme | null;
  /** By content type. */
  bodies: ReadonlyMap<string, { schema: Schema; example?: unknown }>;
  /** By status, then by content type. */
  answers: ReadonlyMap<number, ReadonlyMap<string, Schema>>;
}

type Json = Record<string, unknown>;
type Content = Record<string, { schema: Schema; example?: unknown }>;

interface Entry {
  operationId: string;
  tags: string[];
  parameters: Parameter[];
  security: Json[];
  requestBody?: { content: Content };
  responses: Record<string, { content: Content }>;
}

export interface ApiDocument {
  endpoints: readonly Endpoint[];
  /** The shape of every refusal, with or without an operation. */
  problem: Schema;
  validation: Schema;
}

/** Everything there is to ask, as `GET /openapi.json` tells it. */
/** The members of every problem, including one raised before the operation is known (RFC 9457). */
const anyProblem: Schema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    request_id: { type: 'string' },
  },
};

export function readDocument(json: Json): ApiDocument {
  const root = inlined(json, json) as Json;
  const components = root.components as { securitySchemes: Json; schemas: Record<string, Schema> };
  const schemes = new Map(
    Object.entries(components.securitySchemes).map(([name, declared]) => [name, schemeOf(name, declared)]),
  );
  const endpoints = Object.entries(root.paths as Record<string, Record<string, Entry>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, entry]) => endpointOf(method, path, entry, schemes)),
  );
  assert.ok(endpoints.length > 0, 'the document has no operation');
  return { endpoints, problem: anyProblem, validation: components.schemas.HTTPValidationError! };
}

function endpointOf(method: string, path: string, entry: Entry, schemes: Map<string, Scheme>): Endpoint {
  const [scheme] = entry.security.flatMap((one) => Object.keys(one));
  return {
    id: entry.operationId,
    theme: entry.tags[0] ?? entry.operationId,
    method: method.toUpperCase(),
    path,
    parameters: entry.parameters,
    scheme: scheme === undefined ? null : schemes.get(scheme)!,
    bodies: new Map(Object.entries(entry.requestBody?.content ?? {})),
    answers: new Map(
      Object.entries(entry.responses).map(([status, { content }]) => [Number(status), schemasOf(content)]),
    ),
  };
}

const schemasOf = (content: Content = {}): Map<string, Schema> =>
  new Map(Object.entries(content).map(([type, { schema }]) => [type, schema]));

function schemeOf(name: string, declared: unknown): Scheme {
  const { type, scheme, name: header } = declared as { type: string; scheme?: string; name?: string };
  if (type === 'http' && scheme === 'bearer') return { name, header: 'authorization', isBearer: true };
  assert.ok(type === 'apiKey' && header, `the fuzz can't send credentials of the scheme ${name}`);
  return { name, header, isBearer: false };
}

/** A copy with what `$ref` points at in its place. No schema of the document contains itself. */
function inlined(value: unknown, root: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => inlined(item, root));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const steps = value.$ref.replace(/^#\//, '').split('/');
    return inlined(
      steps.reduce((at, step) => at[step] as Json, root),
      root,
    );
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inlined(member, root)]));
}
