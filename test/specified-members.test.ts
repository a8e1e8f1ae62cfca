/** The OpenAPI document has the parameters, bodies, defaults and bounds of the specification. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { pathParameters } from '#core/door.ts';
import { openApiDocument } from '#surfaces/http/openapi/openapi.ts';
import { specifiedDoors } from './specification.ts';
import { type Member, specifiedMembers } from './specified-members.ts';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  anyOf?: Schema[];
  required?: string[];
  properties?: Record<string, Schema>;
  [bound: string]: unknown;
}
interface Entry {
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, unknown>;
}

const document = openApiDocument(manifest, 'https://contacts.example');
const paths = document.paths as unknown as Record<string, Record<string, Entry>>;
const { schemas } = document.components as unknown as { schemas: Record<string, Schema> };

const resolved = (schema: Schema): Schema =>
  schema.$ref ? schemas[schema.$ref.split('/').at(-1)!]! : schema;

function typeOf(given: Schema): string {
  const schema = resolved(given);
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join('|');
  return schema.type ?? (schema.enum?.every((each) => typeof each === 'string') ? 'string' : 'unknown');
}

interface Documented {
  schema: Schema;
  required: boolean;
}

function documented(entry: Entry, name: string, where: Member['in']): Documented | null {
  if (where !== 'body') {
    return entry.parameters?.find((each) => each.name === name && each.in === where) ?? null;
  }
  const { schema } = entry.requestBody?.content['application/json'] ?? {};
  const { properties = {}, required = [] } = schema ? resolved(schema) : {};
  return properties[name] ? { schema: properties[name], required: required.includes(name) } : null;
}

/** The document's words about a member, limited to the kinds that the specification gives. */
function saidOf(
  { schema, required }: Documented,
  { in: where, type, required: _, ...bounds }: Member,
): Member {
  const names = Object.keys(bounds);
  const said = Object.fromEntries(Object.entries(resolved(schema)).filter(([name]) => names.includes(name)));
  return { in: where, type: typeOf(schema), ...(required ? { required } : {}), ...said };
}

const entryOf = (row: string): Entry => {
  const [method, path] = row.split(' ') as [string, string];
  return paths[path]![method.toLowerCase()]!;
};

test('every row with members is a row of the tables', () => {
  assert.deepEqual(
    Object.keys(specifiedMembers).filter((row) => !specifiedDoors.includes(row)),
    [],
  );
});

for (const row of specifiedDoors) {
  test(`${row} is documented as specified`, () => {
    const entry = entryOf(row);
    for (const name of pathParameters(row)) {
      const parameter = entry.parameters?.find((each) => each.name === name);
      const { in: where, required, schema } = parameter!;
      assert.deepEqual([where, required, typeOf(schema)], ['path', true, 'string'], name);
    }
    for (const [name, member] of Object.entries(specifiedMembers[row] ?? {})) {
      const found = documented(entry, name, member.in);
      assert.ok(found, `${name} is not in the ${member.in}`);
      assert.deepEqual(saidOf(found, member), member, name);
    }
    assert.ok('200' in entry.responses, 'it lists 200');
    assert.ok('422' in entry.responses, 'it lists 422');
  });
}
