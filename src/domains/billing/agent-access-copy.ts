import type { Plan } from './plans.ts';

const rest = 'Lookups over the REST API continue to work.';
const lists = new Intl.ListFormat('en-IN', { type: 'conjunction' });

/** For example `20, 60 and 120`. */
export const listOf = (parts: string[]): string => lists.format(parts);

/** The monthly plans that let agents in: `every monthly plan`, or some by name. Null if none does. Operators switch it. */
export function agentPlansOf(plans: readonly Plan[]): string | null {
  const monthly = plans.filter((plan) => plan.kind === 'monthly' && plan.public);
  const included = monthly.filter(({ mcp }) => mcp).map(({ name }) => name);
  if (included.length === monthly.length) return 'every monthly plan';
  return included.length === 0 ? null : listOf(included);
}

/** For example `Agent access (MCP) comes with Growth and Scale.` */
export function agentPlansSentence(plans: readonly Plan[]): string {
  const included = agentPlansOf(plans);
  return included
    ? `Agent access (MCP) comes with ${included}.`
    : 'No monthly plan includes agent access (MCP) now.';
}

/** The texts for people when agents may not act for them. The price list shows the same texts. */
export const agentAccessCopy = (plans: readonly Plan[]) => ({
  mcp_gate: `${agentPlansSentence(plans)} ${agentPlansOf(plans) ? 'Choose a plan to continue.' : rest}`,
  mcp_unavailable: `Your plan does not include agent access (MCP). ${rest}`,
  mcp_revoked: `Your plan no longer includes agent access (MCP). ${rest}`,
  mcp_account_off: `Agent access (MCP) is switched off for your account. ${rest}`,
});
