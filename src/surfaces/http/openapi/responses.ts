import Type, { type TSchema } from 'typebox';
import { refusalsOf } from '#core/answers/refusals.ts';
import type { Manifest } from '#core/domain.ts';
import type { Door } from '#core/door.ts';
import type { ErrorDefinition } from '#core/failure.ts';
import type { Operation } from '#core/operation.ts';
import { domainOf, exampleOf } from '../../examples.ts';
import { goodHeaders, refusalHeaders } from './headers.ts';
import { type Components, pascalName } from './schemas.ts';

type Json = Record<string, unknown>;

/** All responses of an operation through a door: its answers, its own errors and the door's. */
export function responsesOf(
  { errors }: Manifest,
  declared: Operation,
  door: Door,
  components: Components,
): Json {
  const good = {
    description: declared.summary,
    headers: goodHeaders(declared, door),
    content: goodContent(declared, door, components),
  };
  const responses: Json = { 200: good };
  for (const status of declared.statuses ?? [])
    responses[status] = declared.emptyStatuses?.includes(status) ? { ...good, content: undefined } : good;
  if (door.cacheSeconds !== undefined) {
    responses[304] = {
      description: 'The answer with the ETag in `If-None-Match` is still current.',
      headers: good.headers,
    };
  }
  const codes = Map.groupBy(refusalsOf(declared, door), (code) => errors.get(code)!.status);
  for (const [status, names] of codes) {
    responses[status] = {
      description: names.map((name) => `\`${name}\`: ${errors.get(name)!.title}`).join('; '),
      headers: refusalHeaders(declared, door, status),
      content: door.page ? page : problemsOf(names, errors, components),
    };
  }
  responses[422] = {
    description:
      'The request does not have the shape it must have: every fault of its shape is listed. Rules that span members are checked after that.',
    headers: refusalHeaders(declared, door, 422),
    content: door.page ? page : faults,
  };
  return responses;
}

const page = { 'text/html': { schema: { type: 'string' } } };
const faults = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } };

function goodContent(declared: Operation, door: Door, components: Components): Json {
  if (door.page) return page;
  const type = declared.contentType?.split(';')[0] ?? 'application/json';
  const schema = components.referAs(`${pascalName(declared.id)}Answer`, declared.output as TSchema);
  const example =
    type === 'application/json'
      ? { example: exampleOf(declared.output, { whole: true, domain: domainOf(declared) }) }
      : {};
  return { [type]: { schema, ...example } };
}

/** One named schema for each code, so that a program can tell them apart by `code`. */
function problemsOf(names: string[], errors: Manifest['errors'], components: Components): Json {
  const refs = names.map((name) => problemOf(name, errors.get(name)!, components));
  const discriminator = {
    propertyName: 'code',
    mapping: Object.fromEntries(names.map((n, at) => [n, refs[at]!.$ref])),
  };
  return {
    'application/problem+json': {
      schema: refs.length === 1 ? refs[0] : { oneOf: refs, discriminator },
    },
  };
}

function problemOf(
  code: string,
  { status, when, remedy, title, members = {} }: ErrorDefinition,
  components: Components,
) {
  const shape = Type.Object({
    type: Type.String({
      format: 'uri',
      description: 'A page about this code.',
      examples: [`https://contacts.example.com/errors/${code}`],
    }),
    title: Type.String({ description: 'The code, in words.', examples: [title] }),
    status: Type.Literal(status, { description: 'The HTTP status.' }),
    detail: Type.String({ description: 'A sentence for people.', examples: [`${when} ${remedy}`] }),
    code: Type.Literal(code, { description: 'A stable code. It never changes its meaning.' }),
    request_id: Type.String({
      description: 'Identifies the request in the log. Quote it when you ask for help.',
      examples: ['0198c0de-0000-7000-8000-000000000001'],
    }),
    ...members,
  });
  return components.referAs(`Problem_${code}`, shape) as { $ref: string };
}
