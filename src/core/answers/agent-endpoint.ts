import type { AgentScope, Caller } from '../access.ts';
import type { RequestFacts } from '../context.ts';
import { port } from '../ports.ts';

/** A message of an agent that the gate has admitted. */
export interface AgentMessage {
  body: Buffer;
  request: RequestFacts;
  caller: Caller;
  /** Fails with `insufficient_scope` if the caller may not call tools of this scope. */
  requireScope(scope: AgentScope): void;
  /** Why agents may not act for the account now, for people; null if they may. */
  refusal(): Promise<string | null>;
}

export interface AgentAnswer {
  status: number;
  /** Empty if the answer has no body. */
  json: string;
}

/** Speaks the agents' protocol. The MCP surface opens it, over the operations that are tools. */
export interface AgentEndpoint {
  protocolVersions(): Promise<readonly string[]>;
  /** Throws what no tool can answer, such as a database that is down. */
  answer(message: AgentMessage): Promise<AgentAnswer>;
}

export const AgentEndpoint = port<AgentEndpoint>('agent-endpoint');
