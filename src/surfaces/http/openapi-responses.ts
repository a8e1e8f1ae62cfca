import type { TSchema } from 'typebox';
import type { Manifest } from '#core/domain.ts';
import type { Door } from '#core/door.ts';
import type { Operation } from '#core/operation.ts';
import { refusalsOf } from '#core/refusals.ts';

type Json = Record<string, unknown>;

/** All responses of an operation through a door: its answers, its own refusals and the door's. */
export function responsesOf(manifest: Manifest, declared: Operation, door: Door): Json {
  const type = declared.contentType?.split(';')[0] ?? 'application/json';
  const content = door.page ? page : { [type]: { schema: declared.output as TSchema } };
  const good = { description: declared.summary, content };
  const responses: Json = { 200: good };
  for (const status of declared.statuses ?? []) responses[status] = good;
  const codes = new Map<number, string[]>();
  for (const code of refusalsOf(declared, door)) {
    const { status } = manifest.errors.get(code)!;
    codes.set(status, [...(codes.get(status) ?? []), code]);
  }
  for (const [status, names] of codes) {
    responses[status] = {
      description: names.map((name) => `\`${name}\`: ${manifest.errors.get(name)!.title}`).join('; '),
      content: door.page ? page : problemOf(names),
    };
  }
  responses[422] = {
    description: 'The request does not have the shape it must have; every fault is listed.',
    content: door.page ? page : faults,
  };
  return responses;
}

const page = { 'text/html': { schema: { type: 'string' } } };
const problemOf = (codes: string[]) => ({
  'application/problem+json': {
    schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }] },
  },
});
const faults = { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } };
