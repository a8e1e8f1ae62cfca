import type { TObject, TSchema } from 'typebox';
import { type Access, type Door, pathParameters } from '#core/access.ts';
import type { Catalogue } from '#core/catalogue.ts';
import type { Operation } from '#core/operation.ts';
import { shapeThrough } from '#core/read-input.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document: every operation through every door, from the same shapes that validate requests. */
export function openApiDocument(catalogue: Catalogue, serverUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const declared of catalogue.operations) {
    for (const door of declared.doors) {
      paths[door.path] ??= {};
      paths[door.path]![door.method.toLowerCase()] = entryOf(catalogue, declared, door);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Contactry',
      version: '2.0.0',
      description:
        'A link to a profile goes in; the e-mails, phones and links that are really known come out, each with where it was seen.',
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      securitySchemes,
      schemas: { HTTPValidationError: validationError, Problem: problem },
    },
  };
}

function entryOf(catalogue: Catalogue, declared: Operation, door: Door): Json {
  const shape = shapeThrough(declared, door);
  const inPath = pathParameters(door.path);
  const inQuery = door.method === 'GET' || door.method === 'DELETE' || !takesJson(door);
  const members = Object.keys(shape.properties).filter((name) => !inPath.includes(name));
  return {
    operationId: operationIdOf(declared, door),
    summary: declared.summary,
    description: declared.description,
    tags: [declared.id.split('.')[0]],
    security: securityOf(door.access),
    parameters: [
      ...inPath.map((name) => parameter(shape, name, 'path')),
      ...(inQuery ? members.map((name) => parameter(shape, name, 'query')) : []),
    ],
    requestBody: inQuery ? streamBody(door) : jsonBody(shape, members, door),
    responses: responsesOf(catalogue, declared),
  };
}

/** The operation's own id, with as much of the door as tells it from the others. */
function operationIdOf({ id, doors }: Operation, door: Door): string {
  if (doors.length === 1) return id;
  const isAlone = doors.filter(({ access }) => access === door.access).length === 1;
  return isAlone ? `${id}.${door.access}` : `${id}.${door.access}.${door.method.toLowerCase()}`;
}

const takesJson = (door: Door): boolean => !door.bodies || Object.values(door.bodies).includes('json');

const parameter = (shape: TObject, name: string, place: 'path' | 'query'): Json => ({
  name,
  in: place,
  required: place === 'path' || (shape.required ?? []).includes(name),
  schema: shape.properties[name],
});

function jsonBody(shape: TObject, members: string[], door: Door): Json | undefined {
  if (members.length === 0) return undefined;
  const required = ((shape.required ?? []) as string[]).filter((name) => members.includes(name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(members.map((name) => [name, shape.properties[name]])),
    ...(required.length > 0 ? { required } : {}),
    ...(door.access === 'admin' ? { additionalProperties: false } : {}),
  };
  const streams = Object.entries(door.bodies ?? {}).filter(([, form]) => form !== 'json');
  return {
    required: required.length > 0,
    content: {
      'application/json': { schema },
      ...Object.fromEntries(streams.map(([type]) => [type, { schema: { type: 'string' } }])),
    },
  };
}

const streamBody = (door: Door): Json | undefined =>
  door.bodies && {
    required: true,
    content: Object.fromEntries(
      Object.keys(door.bodies).map((type) => [type, { schema: { type: 'string' } }]),
    ),
  };

function responsesOf(catalogue: Catalogue, declared: Operation): Json {
  const type = declared.contentType?.split(';')[0] ?? 'application/json';
  const good = { description: declared.summary, content: { [type]: { schema: declared.output as TSchema } } };
  const responses: Json = {
    200: good,
    422: {
      description: 'The request does not have the shape it must have; every fault is listed.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } },
    },
  };
  for (const status of declared.statuses ?? []) responses[status] = good;
  const codes = new Map<number, string[]>();
  for (const code of declared.errors) {
    const { status } = catalogue.errors.get(code)!;
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  for (const [status, names] of codes) {
    responses[status] = {
      description: names.map((name) => `\`${name}\`: ${catalogue.errors.get(name)!.title}`).join('; '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return responses;
}

function securityOf(access: Access): Json[] {
  const scheme = { key: 'key', extension: 'extension', internal: 'internalSecret', admin: 'adminSecret' };
  const name = (scheme as Partial<Record<Access, string>>)[access];
  return name ? [{ [name]: [] }] : [];
}

const securitySchemes = {
  key: { type: 'http', scheme: 'bearer', description: 'A key: `cty_live_…` or `cty_test_…`.' },
  extension: { type: 'http', scheme: 'bearer', description: 'An access token of an extension session.' },
  internalSecret: { type: 'apiKey', in: 'header', name: 'x-internal-secret' },
  adminSecret: { type: 'apiKey', in: 'header', name: 'x-admin-secret' },
};

const validationError = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
          msg: { type: 'string' },
          type: { type: 'string' },
        },
      },
    },
  },
};

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'request_id'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    request_id: { type: 'string' },
  },
};
