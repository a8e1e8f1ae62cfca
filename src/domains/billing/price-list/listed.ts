import type { Plan } from '../plans.ts';

/** The plans and packs that the price list shows. */
export function listedPlans(plans: readonly Plan[]) {
  const ofKind = (wanted: Plan['kind']): Plan[] => plans.filter(({ kind }) => kind === wanted);
  /** Also those that are sold by agreement. */
  const allMonthly = ofKind('monthly');
  return {
    allMonthly,
    /** Cheapest first. */
    monthly: allMonthly.filter((plan) => plan.public).toSorted((one, other) => one.amount - other.amount),
    packs: ofKind('topup').filter((plan) => plan.public),
  };
}

/** In credits. */
export const creditCosts = {
  contact_find: 1,
  social_links_per_link: 0,
  social_bulk_bonus: 0,
  company_email: 0,
  verify_email: 0,
  note: 'A completed lookup costs 1 credit when it finds at least one email address or phone number. Misses, failures and links alone are free.',
};

/** The rows of a comparison of plans. A page fills the cells from the plans' own members. */
export const comparison = [
  {
    id: 'credits',
    label: 'Credits per month',
    hint: 'A completed lookup costs one credit. Monthly credits expire when the billing period ends.',
  },
  {
    id: 'rate_limit',
    label: 'Requests per minute',
    hint: 'Counted over 60 seconds. The live API keys that you create share it.',
  },
  {
    id: 'rest_api',
    label: 'REST API',
    hint: 'Look people up and read your usage over HTTP with an API key.',
  },
  {
    id: 'dashboard',
    label: 'Dashboard',
    hint: 'See your keys, credits, usage, payments and invoices in a browser.',
  },
  {
    id: 'mcp',
    label: 'Agent access (MCP)',
    hint: 'Connect AI agents over the Model Context Protocol with the same key and credits.',
  },
];
