import type { TObject, TSchema } from 'typebox';
import { acceptsIdempotencyKey, refusalsAnywhere } from '#core/answers/refusals.ts';
import type { Manifest } from '#core/domain.ts';
import {
  type BodyForm,
  bodiesOf,
  type Door,
  interfaceVersion,
  pathParameters,
  readsBody,
  refusesUnknown,
  takesSessions,
} from '#core/door.ts';
import { requiredMembers, shapeFor } from '#core/input/input.ts';
import { mayUse, type Operation } from '#core/operation.ts';
import { domainOf, exampleOf } from '../../examples.ts';
import { responseHeaders } from './headers.ts';
import { idempotencyHeaders, operatorName, parameter, signature } from './parameters.ts';
import { responsesOf } from './responses.ts';
import { type Components, openComponents, pascalName } from './schemas.ts';
import { listedDoors, tagsOf } from './tags.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document: every operation through every door, from the schemas that validate requests. */
export function openApiDocument(manifest: Manifest, serverUrl: string): Json {
  const components = openComponents({ HTTPValidationError: validationError });
  const listed = listedDoors(manifest);
  const paths: Record<string, Json> = {};
  for (const { declared, door, tag } of listed) {
    paths[door.path] ??= {};
    paths[door.path]![door.method.toLowerCase()] = entryOf({ manifest, declared, door, tag, components });
  }
  const used = new Set<string>(listed.flatMap(({ door }) => schemesOf(door)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Contactry',
      version: interfaceVersion,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'A link to a profile goes in; the emails, phones and links that are really known come out, each with where it was seen.\n\n' +
        `Every endpoint may also return ${anywhere(manifest)}.`,
    },
    servers: [{ url: serverUrl }],
    ...tagsOf(manifest, listed),
    paths,
    components: {
      securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name))),
      headers: responseHeaders,
      schemas: components.schemas,
    },
  };
}

/** Refusals that any address may return. They aren't listed per operation. */
const anywhere = ({ errors }: Manifest): string =>
  refusalsAnywhere.map((code) => `${errors.get(code)!.status} \`${code}\``).join(', ');

interface EntryParts {
  manifest: Manifest;
  declared: Operation;
  door: Door;
  tag: string;
  components: Components;
}

function entryOf({ manifest, declared, door, tag, components }: EntryParts): Json {
  const shape = shapeFor(declared, door.access);
  const inPath = pathParameters(door.path);
  const inQuery = !readsBody(door);
  const members = Object.keys(shape.properties).filter((name) => !inPath.includes(name));
  const bodyName = bodyNameOf(declared, door);
  const body = inQuery
    ? streamBody(door)
    : parsedBody(shape, members, { declared, door, components, bodyName });
  return {
    operationId: operationIdOf(declared, door),
    summary: declared.summary,
    description: [declared.description ?? `${declared.summary}.`, ...rolesOf(declared, door)].join('\n\n'),
    tags: [tag],
    security: schemesOf(door).map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...inPath.map((name) => parameter(shape, name, 'path')),
      ...(inQuery ? members.map((name) => parameter(shape, name, 'query')) : []),
      ...(door.fileInsteadOf ? members.filter((name) => !door.fileInsteadOf!.includes(name)) : []).map(
        (name) => ({
          ...parameter(shape, name, 'query'),
          description: 'With a file only. With JSON, send it in the body.',
        }),
      ),
      ...(door.signatureHeader ? [signature(door.signatureHeader)] : []),
      ...(acceptsIdempotencyKey(declared, door) ? idempotencyHeaders(door) : []),
      ...(door.access === 'admin' ? [operatorName] : []),
    ],
    requestBody: body,
    responses: responsesOf(manifest, declared, door, components),
  };
}

/** The roles of operators that may use an admin door, if not all may. */
const rolesOf = (declared: Operation, door: Door): string[] =>
  door.access === 'admin' && !door.forPagesServer && !mayUse('reader', declared)
    ? [`In the console: ${['owner', ...(declared.roles ?? [])].join(', ')}.`]
    : [];

/** Bodies of one operation differ by who calls: the dashboard names an account, an operator's unknown members are refused. */
function bodyNameOf({ id, doors }: Operation, door: Door): string {
  if (door.page) return `${pascalName(id)}Form`;
  const [first] = doors.filter((one) => readsBody(one) && !one.page);
  const suffix = first?.access === door.access ? '' : door.access[0]!.toUpperCase() + door.access.slice(1);
  return `${pascalName(id)}${suffix}Body`;
}

/** The operation's id, with as much of the door as it takes to be unique. */
function operationIdOf({ id, doors }: Operation, door: Door): string {
  if (doors.length === 1) return id;
  if (door.page) return `${id}.page`;
  const alike = doors.filter(({ access, page }) => access === door.access && !page);
  if (alike.length === 1) return `${id}.${door.access}`;
  const ofMethod = `${id}.${door.access}.${door.method.toLowerCase()}`;
  if (alike.filter(({ method }) => method === door.method).length === 1) return ofMethod;
  return `${ofMethod}.${door.path.split('/').at(-1)}`;
}

function parsedBody(
  shape: TObject,
  members: string[],
  {
    declared,
    door,
    components,
    bodyName,
  }: Pick<EntryParts, 'declared' | 'door' | 'components'> & { bodyName: string },
): Json | undefined {
  if (members.length === 0) return undefined;
  const required = requiredMembers(shape).filter((name) => members.includes(name));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(members.map((name) => [name, shape.properties[name]!])),
    ...(required.length > 0 ? { required } : {}),
    ...(refusesUnknown(door) ? { additionalProperties: false } : {}),
  };
  const content = {
    schema: hasDefaults(schema)
      ? components.inline(schema as TSchema)
      : components.referAs(bodyName, schema as TSchema),
    example: bodyExample(declared, schema as TSchema),
  };
  const isParsed = (form: BodyForm) => form === 'json' || form === 'form';
  return {
    required: required.length > 0,
    content: Object.fromEntries(
      Object.entries(bodiesOf(door)).map(([type, form]) => [
        type,
        isParsed(form) ? content : fileContent(door, type),
      ]),
    ),
  };
}

/**
 * Generators of clients read a member with a default in a named schema as one that is always there. In the body itself they
 * know that the caller may omit it.
 */
const hasDefaults = ({ properties }: { properties: Readonly<Record<string, object>> }): boolean =>
  Object.values(properties).some((member) => 'default' in member);

/** The operation's example, completed from the schema. */
function bodyExample(declared: Operation, schema: TSchema): Json {
  const { properties, required = [] } = schema as { properties: Json; required?: string[] };
  const fromSchema = Object.entries(
    exampleOf(schema, { whole: false, domain: domainOf(declared) }) as Json,
  ).filter(([name]) => !declared.example || required.includes(name));
  const declaredHere = Object.entries(declared.example ?? {}).filter(([name]) => name in properties);
  return Object.fromEntries([...fromSchema, ...declaredHere]);
}

const streamBody = (door: Door): Json | undefined =>
  door.bodies && {
    required: true,
    content: Object.fromEntries(
      Object.keys(door.bodies).map((type) => {
        return [type, fileContent(door, type)];
      }),
    ),
  };

function fileContent(door: Door, type: string): Json {
  const text = door.bodyExamples?.[type];
  const isJson = type === 'application/json';
  const example = text !== undefined && isJson ? JSON.parse(text) : text;
  const schema = isJson ? (door.bodyShape ?? { type: 'object' }) : { type: 'string' };
  return { schema, ...(example === undefined ? {} : { example }) };
}

const schemes: Partial<Record<Door['access'], keyof typeof securitySchemes>> = {
  key: 'key',
  agent: 'key',
  extension: 'extension',
  internal: 'internalSecret',
  admin: 'adminSecret',
};

/** The credentials that open a door: one is enough. */
const schemesOf = (door: Door): string[] => [
  ...new Set([schemes[door.access] ?? [], takesSessions(door) ? 'extension' : []].flat()),
];

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
      description: 'Every error in the request.',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: {
            type: 'array',
            items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
            description: 'Where it is: `body`, `query`, `path` or `header`, then the names of the members.',
          },
          msg: { type: 'string', description: 'The problem, in a sentence.' },
          type: { type: 'string', description: 'A stable code, such as `missing`.' },
          input: {
            description:
              'The rejected value: the first 100 characters of a text, nothing for a list or an object.',
          },
        },
      },
    },
  },
};
