import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { AgentMessage } from '#core/answers/agent-endpoint.ts';
import { takesIdempotencyKey } from '#core/answers/refusals.ts';
import type { Manifest } from '#core/domain.ts';
import { Failure, ValidationFailure } from '#core/failure.ts';
import type { UncheckedInput } from '#core/input/input.ts';
import type { Kernel } from '#core/kernel.ts';
import { admittedAgain } from '#core/running/admit.ts';
import { runOperation } from '#core/running/run-operation.ts';
import { invalidArguments, refusedCall, toolError } from './tool-error.ts';
import { type CallableTool, idempotencyArgument } from './tools.ts';

/** A model's call of a tool. */
export interface ToolCall {
  name: string;
  arguments?: Record<string, unknown>;
}

export interface ToolsOptions {
  kernel: Kernel;
  manifest: Manifest;
  tools: ReadonlyMap<string, CallableTool>;
}

/** Returns the result of the operation behind a tool, as JSON. Throws what isn't the caller's to mend, such as a database that is down. */
export async function callTool(
  { kernel, manifest, tools }: ToolsOptions,
  message: AgentMessage,
  { name, arguments: given = {} }: ToolCall,
): Promise<string> {
  const tool = tools.get(name);
  if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 100)}`);
  message.requireScope(tool.scope);
  const refusal = await message.refusal();
  if (refusal !== null) return toolError(refusal);
  try {
    const { members, idempotencyKey } = argumentsOf(tool, given);
    const admitted = admittedAgain(message, idempotencyKey);
    const answer = await runOperation(kernel, tool.declared, tool.readInput, admitted, members);
    const structured = answer.json ?? JSON.stringify(answer.body);
    return `{"content":[{"type":"text","text":${JSON.stringify(structured)}}],"structuredContent":${structured}}`;
  } catch (error) {
    if (error instanceof ValidationFailure) return invalidArguments(error.faults.map(asArgument));
    const definition = error instanceof Failure && manifest.errors.get(error.code);
    if (!definition || definition.status >= 500) throw error;
    return refusedCall(error as Failure, definition);
  }
}

/** The members of the operation, without the argument that only the surface knows. */
function argumentsOf(
  { declared }: CallableTool,
  given: Record<string, unknown>,
): { members: UncheckedInput; idempotencyKey: string | null } {
  const unchecked = (members: Record<string, unknown>): UncheckedInput => ({
    members,
    locate: (path) => path,
    refusesUnknown: true,
  });
  if (!takesIdempotencyKey(declared)) return { members: unchecked(given), idempotencyKey: null };
  const { [idempotencyArgument]: key = null, ...members } = given;
  if (key !== null && typeof key !== 'string') {
    const fault = { loc: [idempotencyArgument], msg: 'Input should be a valid string', type: 'string_type' };
    throw new ValidationFailure([fault]);
  }
  return { members: unchecked(members), idempotencyKey: key };
}

/** The kernel names the header that carries the key elsewhere. */
const asArgument = (fault: ValidationFailure['faults'][number]) =>
  fault.loc[0] === 'header' ? { ...fault, loc: [idempotencyArgument] } : fault;
