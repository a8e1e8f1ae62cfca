import type { TSchema } from 'typebox';
import type { Access, Door } from '#core/access.ts';
import type { Catalogue } from '#core/catalogue.ts';
import type { Operation } from '#core/operation.ts';

type Json = Record<string, unknown>;

/** What an operation may answer with through a door: its own answers, its own refusals and those of the door. */
export function responsesOf(catalogue: Catalogue, declared: Operation, door: Door, hasBody: boolean): Json {
  const type = declared.contentType?.split(';')[0] ?? 'application/json';
  const content = door.page ? page : { [type]: { schema: declared.output as TSchema } };
  const good = { description: declared.summary, content };
  const responses: Json = { 200: good };
  for (const status of declared.statuses ?? []) responses[status] = good;
  const codes = new Map<number, string[]>();
  for (const code of new Set([...declared.errors, ...codesOfDoor(catalogue, declared, door, hasBody)])) {
    const { status } = catalogue.errors.get(code)!;
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  for (const [status, names] of codes) {
    responses[status] = {
      description: names.map((name) => `\`${name}\`: ${catalogue.errors.get(name)!.title}`).join('; '),
      content: door.page ? page : problem,
    };
  }
  responses[422] = {
    description: 'The request does not have the shape it must have; every fault is listed.',
    content: door.page ? page : faults,
  };
  return responses;
}

const page = { 'text/html': { schema: { type: 'string' } } };
const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const faults = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } };

/** Whether a repeat with the same `Idempotency-Key` gets the first answer; who keeps its own answers says so by its refusal. */
export const takesIdempotencyKey = (declared: Operation, door: Door): boolean =>
  door.method === 'POST' &&
  ((declared.kind === 'command' && (declared.idempotency ?? 'stored') === 'stored') ||
    declared.errors.includes('idempotency_conflict'));

const codesOfAccess: Readonly<Record<Access, readonly string[]>> = {
  public: [],
  signed: [],
  key: [
    'missing_credential',
    'invalid_key',
    'key_expired',
    'key_banned',
    'ip_not_allowed',
    'account_locked',
    'rate_limited',
  ],
  extension: ['missing_credential'],
  internal: ['invalid_secret'],
  admin: ['invalid_secret'],
};

/** The refusals that come before the operation is asked, as far as the catalogue knows them. */
function codesOfDoor(catalogue: Catalogue, declared: Operation, door: Door, hasBody: boolean): string[] {
  const actsForAccount = door.access === 'internal' && declared.account === 'required';
  const actsAsKey = door.access === 'internal' && declared.actsAs === 'key';
  return [
    ...codesOfAccess[door.access],
    ...(actsForAccount || actsAsKey ? ['not_found'] : []),
    ...(actsAsKey ? ['account_locked', 'rate_limited'] : []),
    ...(takesIdempotencyKey(declared, door) ? ['idempotency_conflict'] : []),
    ...(hasBody ? ['body_too_large', 'unsupported_media_type'] : []),
    'overloaded',
    'database_unavailable',
  ].filter((code) => catalogue.errors.has(code));
}
