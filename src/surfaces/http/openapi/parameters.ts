import type { TObject, TSchema } from 'typebox';
import { operatorDefault } from '#core/access.ts';
import type { Door } from '#core/door.ts';
import { requiredMembers } from '#core/input/input.ts';
import { idempotencySecret } from '#core/running/idempotency.ts';

type Json = Record<string, unknown>;

/** A member of the path or of the query. */
export function parameter(shape: TObject, name: string, place: 'path' | 'query'): Json {
  const schema = shape.properties[name]! as TSchema & { isSentOnce?: boolean; items?: TSchema };
  // Read as a list, so that a repeated one is seen.
  if (schema.isSentOnce) return { name, in: place, required: true, schema: schema.items };
  const required = place === 'path' || requiredMembers(shape).includes(name);
  return { name, in: place, required, schema };
}

export const signature = (name: string): Json => ({
  name,
  in: 'header',
  required: true,
  description: "The provider's signature over the bytes of the body.",
  schema: { type: 'string' },
});

const repeats = 'The same key with the same request within 24 hours returns the first answer again';

export function idempotencyHeaders({ access }: Door): Json[] {
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      access === 'public' ? `${repeats}, if \`Idempotency-Secret\` is the same too.` : `${repeats}.`,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
  if (access !== 'public') return [key];
  const { lengthMin: minLength, lengthMax: maxLength } = idempotencySecret;
  const description =
    'Random characters that only you know. They identify your repeats. Without them, `Idempotency-Key` is ignored.';
  return [
    key,
    { ...key, name: 'Idempotency-Secret', description, schema: { type: 'string', minLength, maxLength } },
  ];
}

export const operatorName = {
  name: 'x-ops-actor',
  in: 'header',
  required: false,
  description: 'The person who acts, for the audit log.',
  schema: { type: 'string', default: operatorDefault },
};
