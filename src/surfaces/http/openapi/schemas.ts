import type { TSchema } from 'typebox';

type Json = Record<string, unknown>;

/** The named schemas of a document. A shape with a `title` appears once, with a reference to it at each use. */
export interface Components {
  schemas: Json;
  /** The schema, with everything named in it replaced by references. */
  refer(schema: TSchema): Json;
  /** The same, and the schema itself gets this name unless it has one. */
  referAs(name: string, schema: TSchema): Json;
  /** The schema itself, with everything named in it replaced by references. */
  inline(schema: TSchema): Json;
}

export function openComponents(schemas: Json): Components {
  const refer = (schema: TSchema): Json => {
    const { title } = schema as { title?: string };
    return title === undefined ? inside(schema) : put(title, schema);
  };
  const names = new Map<TSchema, string>();
  const put = (name: string, schema: TSchema): Json => {
    names.set(schema, name);
    const written = inside(schema);
    const known = schemas[name];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(written)) {
      throw new Error(`two shapes have the name ${name}`);
    }
    schemas[name] = written;
    return { $ref: `#/components/schemas/${name}` };
  };
  const inside = (schema: TSchema): Json =>
    Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, insideOf(name, value)]));
  const insideOf = (name: string, value: unknown): unknown => {
    if (name === 'properties' || name === 'patternProperties') {
      return Object.fromEntries(
        Object.entries(value as Json).map(([key, one]) => [key, described(key, refer(one as TSchema))]),
      );
    }
    if (name === 'anyOf' || name === 'allOf' || name === 'oneOf') return (value as TSchema[]).map(refer);
    if (name === 'items' || name === 'additionalProperties') {
      return typeof value === 'object' ? refer(value as TSchema) : value;
    }
    return value;
  };
  const isObject = (schema: TSchema) => (schema as { type?: string }).type === 'object';
  // A shape returned by several operations has the name that the first one gave it.
  const referAs = (name: string, schema: TSchema): Json =>
    'title' in schema || !isObject(schema) ? refer(schema) : put(names.get(schema) ?? name, schema);
  return { schemas, refer, referAs, inline: inside };
}

/** Adds what a member means wherever it appears, unless its shape says it. */
function described(name: string, schema: Json): Json {
  if ('$ref' in schema || 'description' in schema) return schema;
  const ofChoice = (schema.anyOf as Json[] | undefined)?.find(({ description }) => description !== undefined);
  const description = ofChoice?.description ?? meanings[name];
  return description === undefined ? schema : { ...schema, description };
}

/** Members that mean the same in every shape. */
const meanings: Readonly<Record<string, string>> = {
  account_id: "The account, by the dashboard's own identifier.",
  client_reference: 'Your own reference, as you sent it.',
  created_at: 'When it was created. ISO 8601, UTC.',
  currency: 'The currency, by its ISO 4217 code.',
  email: "The account's email. Null if it has none.",
  emails: 'Emails, the best first.',
  file_name: 'The name of the file.',
  id: 'The identifier.',
  items: 'The entries of this page.',
  limit: 'The `limit` of the request.',
  links: 'Links to other profiles and sites of the person.',
  network: 'The network, such as `linkedin` or `github`.',
  offset: 'The `offset` of the request.',
  person: 'Known facts about the person.',
  phones: 'Phone numbers, the best first.',
  plan_id: 'The plan or pack, by its `id` in the price list.',
  prefix: 'The first characters of the key.',
  profile_url: 'The link to the profile.',
  provider: 'The payment provider.',
  slug: "The campaign's name in URLs.",
};

/** `keys.create-key` as a name of schemas: `CreateKey`. */
export const pascalName = (operationId: string): string =>
  operationId
    .split('.')[1]!
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
