import type { TObject, TSchema } from 'typebox';
import Type from 'typebox';
import type { AgentScope } from '#core/access.ts';
import { takesIdempotencyKey } from '#core/answers/refusals.ts';
import type { Manifest } from '#core/domain.ts';
import { type InputReader, inputReader, requiredMembers } from '#core/input/input.ts';
import type { Operation, Tool } from '#core/operation.ts';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema: { type: 'object'; [keyword: string]: unknown };
  annotations: object;
}

/** An operation that agents may call, with its compiled reader. */
export interface CallableTool {
  declared: Operation;
  scope: AgentScope;
  readInput: InputReader;
  listed: ListedTool;
}

/** The operations that are tools, by name, in the order of the manifest. Compiled once for the process. */
export const compileTools = ({ operations }: Manifest): ReadonlyMap<string, CallableTool> =>
  new Map(
    operations.flatMap((declared) => {
      const { mcp } = declared;
      return mcp ? [[mcp.name, callable(declared, mcp)] as const] : [];
    }),
  );

function callable(declared: Operation, tool: Tool): CallableTool {
  const input = inputOf(declared, tool);
  return {
    declared,
    scope: tool.scope,
    readInput: inputReader({ ...declared, input }, 'agent'),
    listed: {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: inputSchemaOf(declared, input),
      outputSchema: plain(declared.output) as ListedTool['outputSchema'],
      annotations: {
        title: tool.title,
        readOnlyHint: tool.isReadOnly,
        destructiveHint: tool.isDestructive ?? false,
        idempotentHint: tool.isIdempotent ?? tool.isReadOnly,
        openWorldHint: tool.isOpenWorld ?? false,
      },
    },
  };
}

/** What an agent may send: the operation's input without what it hides, with the tool's own defaults. */
const inputOf = (declared: Operation, { hides = [], defaults = {} }: Tool): TObject =>
  Type.Object(
    Object.fromEntries(
      Object.entries(declared.input.properties as Record<string, TSchema>)
        .filter(([name]) => !hides.includes(name))
        .map(([name, schema]) => [name, name in defaults ? { ...schema, default: defaults[name] } : schema]),
    ),
  );

export const idempotencyArgument = 'idempotency_key';

const idempotencySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'A text of your choice that names this call. A repeat with the same key and arguments within 24 hours gives the first answer and is not charged again.',
};

/** One flat object: models and hosts refuse alternatives at the root. */
function inputSchemaOf(declared: Operation, input: TObject): ListedTool['inputSchema'] {
  const required = requiredMembers(input);
  const members = plain(input.properties) as Record<string, unknown>;
  return {
    type: 'object',
    properties: takesIdempotencyKey(declared)
      ? { ...members, [idempotencyArgument]: idempotencySchema }
      : members,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** As JSON. Some hosts insist on the type of a list of choices, and on choices that aren't empty. */
const plain = (schema: TSchema | Record<string, TSchema>): unknown =>
  JSON.parse(JSON.stringify(schema), (_, value) =>
    isChoice(value)
      ? { type: 'string', ...value, enum: value.enum.filter((choice) => choice !== '') }
      : value,
  );

const isChoice = (value: unknown): value is { enum: string[] } =>
  typeof value === 'object' &&
  value !== null &&
  'enum' in value &&
  Array.isArray(value.enum) &&
  value.enum.every((choice) => typeof choice === 'string');
