import type { Db } from '#core/context.ts';
import { type HeldPlan, plansOf } from './plans-of.ts';

export interface AgentAccess {
  allowed: boolean;
  code: 'mcp_gate' | 'mcp_unavailable' | null;
  /** For people. Null if agents are let in. */
  message: string | null;
  /** The plan that decided. */
  plan: string | null;
}

const messages = {
  mcp_gate: 'Agent access (MCP) comes with a monthly plan. REST lookups are not affected.',
  mcp_unavailable: 'Your plan does not include agent access (MCP). REST lookups keep working.',
} as const;

/** Whether agents may act for an account: the only place that decides it. */
export async function agentAccessOf(db: Db, account: number): Promise<AgentAccess> {
  return agentAccessWith(await plansOf(db, account));
}

export function agentAccessWith(held: readonly HeldPlan[]): AgentAccess {
  const dearestFirst = held.map(({ plan }) => plan).toSorted((one, other) => other.amount - one.amount);
  const letsIn = dearestFirst.find(({ mcp }) => mcp);
  if (letsIn) return { allowed: true, code: null, message: null, plan: letsIn.id };
  const code = dearestFirst.length > 0 ? 'mcp_unavailable' : 'mcp_gate';
  return { allowed: false, code, message: messages[code], plan: dearestFirst[0]?.id ?? null };
}
