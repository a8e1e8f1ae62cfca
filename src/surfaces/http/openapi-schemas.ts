import type { TSchema } from 'typebox';

type Json = Record<string, unknown>;

/** The named schemas of a document. A shape with a `title` stands there once, and is referred to wherever it is used. */
export interface Components {
  schemas: Json;
  /** The schema, with everything named in it replaced by references. */
  refer(schema: TSchema): Json;
  /** The same, and the schema itself gets this name unless it has one. */
  referAs(name: string, schema: TSchema): Json;
}

export function openComponents(schemas: Json): Components {
  const refer = (schema: TSchema): Json => {
    const { title } = schema as { title?: string };
    return title === undefined ? inside(schema) : put(title, schema);
  };
  const put = (name: string, schema: TSchema): Json => {
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
        Object.entries(value as Json).map(([key, one]) => [key, refer(one as TSchema)]),
      );
    }
    if (name === 'anyOf' || name === 'allOf' || name === 'oneOf') return (value as TSchema[]).map(refer);
    if (name === 'items' || name === 'additionalProperties') {
      return typeof value === 'object' ? refer(value as TSchema) : value;
    }
    return value;
  };
  const isObject = (schema: TSchema) => (schema as { type?: string }).type === 'object';
  const referAs = (name: string, schema: TSchema): Json =>
    'title' in schema || !isObject(schema) ? refer(schema) : put(name, schema);
  return { schemas, refer, referAs };
}

/** `keys.create-key` as a name of schemas: `CreateKey`. */
export const pascalName = (operationId: string): string =>
  operationId
    .split('.')[1]!
    .split('-')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('');
