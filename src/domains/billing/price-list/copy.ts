import { agentAccessCopy, agentPlansSentence } from '../agent-access-copy.ts';
import type { Plan } from '../plans.ts';
import { listOf, priceRangeOf } from './sentences.ts';

/** Texts for pages that sell plans. Prices and limits come from the plans. */
export function copyOf(monthly: readonly Plan[], perCredit: string) {
  const range = priceRangeOf(monthly);
  const amounts = listOf(monthly.map(({ name, amount_display }) => `${name} ${amount_display}`));
  const rates = listOf(monthly.map(({ name, rate_limit_per_min }) => `${name} ${rate_limit_per_min}`));
  const credits = `${monthly[0]!.credits} to ${monthly.at(-1)!.credits} credits`;
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
    pricing_page_description: `Choose a monthly plan with ${credits}. Add top-up packs at ${perCredit} a credit when you need more.`,
    pricing_intro:
      'Pick a monthly plan. One credit pays for one lookup that finds an email address or a phone number. Misses are free.',
    billing_shop_blurb: `Top-up credits cost ${perCredit} each, are valid for one year, and add to your monthly plan.`,
    unpaid_overview: `You have no active plan. Choose one from ${from} a month to start looking people up.`,
    unpaid_gate: 'You need an active monthly plan for this. Choose one to continue.',
    ...agentAccessCopy(monthly),
    inr_feature: 'Pay in Indian rupees, with a GST invoice for every payment',
    rate_limit_summary: `Requests per minute for each key: ${rates}.`,
    ai_docs_plans: `Monthly plans (INR, GST included): ${offers} a month. ${agentPlansSentence(monthly)} There is no free plan and no trial.`,
  };
}
