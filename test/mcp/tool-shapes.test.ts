import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manifest } from '#app/manifest.ts';
import { compileTools, type ListedTool } from '#surfaces/mcp/tools.ts';

const tools = [...compileTools(manifest).values()].map(({ listed }) => listed);

/** Every schema within a schema, and the schema itself. */
function* schemasIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  yield value as Record<string, unknown>;
  for (const member of Object.values(value)) yield* schemasIn(member);
}

const members = ({ inputSchema }: ListedTool) =>
  Object.entries(inputSchema.properties as Record<string, object>);

for (const tool of tools) {
  test(`${tool.name} takes one flat object whose members are described`, () => {
    assert.match(tool.name, /^[a-z_]{1,64}$/);
    assert.deepEqual(
      ['oneOf', 'anyOf', 'allOf', 'if', '$ref'].filter((keyword) => keyword in tool.inputSchema),
      [],
    );
    assert.equal(tool.inputSchema.additionalProperties, false);
    assert.deepEqual(
      members(tool).filter(([, schema]) => !('description' in schema)),
      [],
    );
    const choices = [...schemasIn(tool.inputSchema)].filter(({ enum: list }) => Array.isArray(list));
    assert.deepEqual(
      choices.filter(({ type, enum: list }) => type !== 'string' || (list as string[]).includes('')),
      [],
    );
  });

  test(`${tool.name} answers with an object, and says in all hints what it does`, () => {
    assert.equal(tool.outputSchema.type, 'object');
    assert.ok(tool.title.length > 0 && tool.description.length > 60);
    const hints = tool.annotations as Record<string, unknown>;
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']) {
      assert.equal(typeof hints[hint], 'boolean', hint);
    }
  });
}

test('what costs credits is never a tool that hosts run without asking', () => {
  const charging = tools.filter(({ description }) => /costs 1 credit|1 credit for each/i.test(description));
  assert.deepEqual(
    charging.map(({ name, annotations }) => [name, (annotations as { readOnlyHint: boolean }).readOnlyHint]),
    [
      ['find_contact', false],
      ['create_lookup_job', false],
    ],
  );
});

test('agents can’t name the surface of a job', () => {
  const create = tools.find(({ name }) => name === 'create_lookup_job')!;
  assert.equal(
    members(create).some(([name]) => name === 'opened_from'),
    false,
  );
});
