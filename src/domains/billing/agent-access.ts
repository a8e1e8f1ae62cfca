import type { Db } from '#core/context.ts';
import { agentAccessCopy } from './agent-access-copy.ts';
import { type HeldPlan, plansOf } from './plans-of.ts';

export interface AgentAccess {
  allowed: boolean;
  code: 'mcp_gate' | 'mcp_unavailable' | null;
  /** For people. Null if agents are let in. */
  message: string | null;
  /** The plan that decided. */
  plan: string | null;
}

/** Whether agents may act for an account: the only place that decides it. */
export async function agentAccessOf(db: Db, account: number): Promise<AgentAccess> {
  return agentAccessWith(await plansOf(db, account));
}

export function agentAccessWith(held: readonly HeldPlan[]): AgentAccess {
  const dearestFirst = held.map(({ plan }) => plan).toSorted((one, other) => other.amount - one.amount);
  const letsIn = dearestFirst.find(({ mcp }) => mcp);
  if (letsIn) return { allowed: true, code: null, message: null, plan: letsIn.id };
  const code = dearestFirst.length > 0 ? 'mcp_unavailable' : 'mcp_gate';
  return { allowed: false, code, message: agentAccessCopy[code], plan: dearestFirst[0]?.id ?? null };
}
