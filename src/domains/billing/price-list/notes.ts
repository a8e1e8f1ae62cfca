import { agentPlansSentence } from '../agent-access-copy.ts';
import type { Plan } from '../plans.ts';
import { listOf } from './sentences.ts';

/** The rules of plans and credits, a sentence or two each. */
export const notesOf = (monthly: readonly Plan[], packs: readonly Plan[]) => ({
  free_plan: 'There is no free plan and no trial.',
  monthly_credits:
    'Monthly credits expire at the end of each billing period. Unused ones do not roll over to the next.',
  topup_credits: 'Credits from a top-up pack are valid for one year from the purchase.',
  topup_requires_plan: 'You can buy top-up packs while you have an active monthly plan.',
  upgrade:
    'You can move to a higher plan at any time and keep the credits that are still valid. To move to a lower plan, contact us.',
  cancel:
    'When you cancel, there is no further charge. Your monthly credits last until the end of the period, and all other credits until they expire.',
  no_refund:
    'Prepaid fees are not refunded. If a payment was captured twice, the second one is returned as a correction.',
  spend_order: 'The credits that expire soonest are spent first.',
  mcp: `${agentPlansSentence(monthly)} ${agentPacksSentence(packs)} If agent access is switched off, lookups over the REST API continue to work.`,
  priority_processing: 'Enterprise plans have a priority lane for lookups.',
});

function agentPacksSentence(packs: readonly Plan[]): string {
  const included = packs.filter(({ mcp }) => mcp).map(({ name }) => name);
  return included.length === 0
    ? 'Top-up packs alone do not include it.'
    : `These packs include it too: ${listOf(included)}.`;
}
