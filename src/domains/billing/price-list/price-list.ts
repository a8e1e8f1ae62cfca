import { rupeesOf } from '#values/money.ts';
import { comparison } from './comparison.ts';
import { copyOf } from './copy.ts';
import { creditCosts } from './credit-costs.ts';
import { faqsOf } from './faqs.ts';
import { allMonthlyPlans, monthlyPlans, topupPacks } from './listed-plans.ts';
import { notes } from './notes.ts';
import type { Contact, PriceList } from './shapes.ts';

/** In paise. Every pack has this price a credit. */
const pricePerCredit = 500;

/** The catalogue document. Everything in it follows from the plans, except whom to contact. */
export const priceListWith = (contact: Contact): PriceList => ({
  currency: 'INR',
  price_per_credit: pricePerCredit,
  price_per_credit_display: rupeesOf(pricePerCredit),
  monthly_plans: [...monthlyPlans],
  all_monthly_plans: [...allMonthlyPlans],
  topup_packs: [...topupPacks],
  comparison,
  mcp_plan_ids: allMonthlyPlans
    .filter(({ mcp }) => mcp)
    .map(({ id }) => id)
    .sort(),
  credit_costs: creditCosts,
  copy: copyOf(monthlyPlans, rupeesOf(pricePerCredit)),
  faqs: faqsOf(monthlyPlans, topupPacks),
  contact,
  notes,
});
