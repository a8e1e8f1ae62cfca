import Type from 'typebox';
import { domain } from '#core/domain.ts';
import { operation } from '#core/operation.ts';

/** The tools that the conformance suites call by name, as far as ours can answer like them: with text, and with a refusal. */
const returnText = operation({
  id: 'fixtures.return-text',
  summary: 'Return a text',
  kind: 'query',
  doors: [],
  mcp: {
    scope: 'lookup',
    name: 'test_simple_text',
    title: 'Text',
    description: 'Returns a text.',
    isReadOnly: true,
  },
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({ text: Type.String() }),
  errors: [],
  run: () => ({ text: 'This is a simple text response for testing.' }),
});

const refuse = operation({
  id: 'fixtures.refuse',
  summary: 'Refuse',
  kind: 'query',
  doors: [],
  mcp: {
    scope: 'lookup',
    name: 'test_error_handling',
    title: 'Refusal',
    description: 'Always refuses.',
    isReadOnly: true,
  },
  account: 'required',
  input: Type.Object({}),
  output: Type.Object({}),
  errors: ['not_found'],
  run: (ctx) => ctx.fail('not_found', { detail: 'This tool intentionally returns an error for testing.' }),
});

export const fixtures = domain({
  id: 'fixtures',
  title: 'Fixtures',
  description: 'Tools of the conformance suites.',
  operations: [returnText, refuse],
});
