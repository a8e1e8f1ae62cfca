import { rupeesOf } from '#values/money.ts';
import type { Plan } from '../plans.ts';
import { comparison } from './comparison.ts';
import { copyOf } from './copy.ts';
import { creditCosts } from './credit-costs.ts';
import { faqsOf } from './faqs.ts';
import { listedPlans } from './listed-plans.ts';
import { notesOf } from './notes.ts';
import type { Contact, PriceList } from './shapes.ts';

/** In paise. Every pack has this price a credit. */
const pricePerCredit = 500;

/** The catalogue document. Everything in it follows from the plans in force, except whom to contact. */
function priceListWith(contact: Contact, plans: readonly Plan[]): PriceList {
  const { allMonthly, monthly, packs } = listedPlans(plans);
  return {
    currency: 'INR',
    price_per_credit: pricePerCredit,
    price_per_credit_display: rupeesOf(pricePerCredit),
    monthly_plans: monthly,
    all_monthly_plans: allMonthly,
    topup_packs: packs,
    comparison,
    mcp_plan_ids: [...allMonthly, ...packs]
      .filter(({ mcp }) => mcp)
      .map(({ id }) => id)
      .sort(),
    credit_costs: creditCosts,
    copy: copyOf(monthly, rupeesOf(pricePerCredit)),
    faqs: faqsOf(monthly, packs),
    contact,
    notes: notesOf(monthly, packs),
  };
}

/** Built again only when the plans in force change. */
export function openPriceList(contact: Contact, current: () => readonly Plan[]): () => PriceList {
  let plans = current();
  let list = priceListWith(contact, plans);
  return () => {
    if (plans !== current()) {
      plans = current();
      list = priceListWith(contact, plans);
    }
    return list;
  };
}
