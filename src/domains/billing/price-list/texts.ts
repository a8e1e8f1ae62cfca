import { rupeesOf } from '#values/money.ts';
import { agentAccessCopy, agentPlansSentence, listOf } from '../agent-access-copy.ts';
import type { Plan } from '../plans.ts';

/** For example `20 to 200`, or `20` if both are the same. */
const rangeOf = (first: string | number, last: string | number): string =>
  first === last ? `${first}` : `${first} to ${last}`;

/** For example `₹99 to ₹999 a month`. Expects plans in the order of their prices. */
export const priceRangeOf = (monthly: readonly Plan[]): string =>
  `${rangeOf(monthly.at(0)!.amount_display, monthly.at(-1)!.amount_display)} a month`;

/** The price of a credit in the packs, for example `₹5`. Null if no pack is sold. */
function perCreditOf(packs: readonly Plan[]): string | null {
  const prices = packs.map(({ amount, credits }) => amount / credits);
  return prices.length === 0 ? null : rangeOf(rupeesOf(Math.min(...prices)), rupeesOf(Math.max(...prices)));
}

/** Texts for pages that sell plans. Prices and limits come from the plans. */
export function copyOf(monthly: readonly Plan[], packs: readonly Plan[]) {
  const perCredit = perCreditOf(packs);
  const everyCredits = monthly.map((plan) => plan.credits);
  const range = priceRangeOf(monthly);
  const amounts = listOf(monthly.map(({ name, amount_display }) => `${name} ${amount_display}`));
  const rates = listOf(monthly.map(({ name, rate_limit_per_min }) => `${name} ${rate_limit_per_min}`));
  const credits = `${rangeOf(Math.min(...everyCredits), Math.max(...everyCredits))} credits`;
  const offers = listOf(
    monthly.map(({ name, amount_display, credits }) => `${name} ${amount_display} for ${credits} credits`),
  );
  const from = monthly[0]!.amount_display;
  return {
    monthly_line: `Monthly plans from ${range}, paid in advance.`,
    monthly_amounts: `${amounts} a month`,
    from_price: `From ${from} a month`,
    homepage_pricing_blurb: `Plans start at ${from} a month. You pay for a lookup only when it finds an email address or a phone number.`,
    seo_description: `Plans and prices of the contact lookup API: ${range}, with ${credits}. One credit for each lookup that finds a contact.`,
    og_subtitle: `Contact lookup from ${from} a month`,
    pricing_page_description: `Choose a monthly plan with ${credits}.${perCredit ? ` Add top-up packs at ${perCredit} a credit when you need more.` : ''}`,
    pricing_intro:
      'Pick a monthly plan. One credit pays for one lookup that finds an email address or a phone number. Misses are free.',
    billing_shop_blurb: perCredit
      ? `Top-up credits cost ${perCredit} each, are valid for one year, and add to your monthly plan.`
      : 'Top-up packs are not sold now.',
    unpaid_overview: `You have no active plan. Choose one from ${from} a month to start looking people up.`,
    unpaid_gate: 'You need an active monthly plan for this. Choose one to continue.',
    ...agentAccessCopy(monthly),
    inr_feature: 'Pay in Indian rupees, with a GST invoice for every payment',
    rate_limit_summary: `Requests per minute, shared by the live keys that you create: ${rates}.`,
    ai_docs_plans: `Monthly plans (INR, GST included): ${offers} a month. ${agentPlansSentence(monthly)} There is no free plan and no trial.`,
  };
}

/** The rules of plans and credits, a sentence or two each. */
export const notesOf = (plans: readonly Plan[], monthly: readonly Plan[], packs: readonly Plan[]) => ({
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
  priority_processing: prioritySentence(plans),
});

function prioritySentence(plans: readonly Plan[]): string {
  const names = plans.filter(({ priority_processing }) => priority_processing).map(({ name }) => name);
  return names.length === 0
    ? 'No plan has a priority lane for lookups.'
    : `${listOf(names)} plans have a priority lane for lookups.`;
}

function agentPacksSentence(packs: readonly Plan[]): string {
  const included = packs.filter(({ mcp }) => mcp).map(({ name }) => name);
  return included.length === 0
    ? 'Top-up packs alone do not include it.'
    : `These packs include it too: ${listOf(included)}.`;
}
