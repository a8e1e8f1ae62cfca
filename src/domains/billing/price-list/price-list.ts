import type { Config } from '#core/environment.ts';
import { rupeesOf } from '#values/money.ts';
import type { Plan } from '../plans.ts';
import { faqsOf } from './faqs.ts';
import { comparison, creditCosts, listedPlans } from './listed.ts';
import type { Contact, PriceList } from './shapes.ts';
import { copyOf, notesOf } from './texts.ts';

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

type Given = Pick<Config, 'SALES_EMAIL' | 'SALES_PHONE' | 'CONTACT_URL' | 'PUBLIC_URL'>;

/** The contact for questions about plans. The link is to the email, else to the phone, else to the page about who runs the service. */
export function contactOf({
  SALES_EMAIL: email,
  SALES_PHONE: phone,
  CONTACT_URL,
  PUBLIC_URL,
}: Given): Contact {
  const page = CONTACT_URL || PUBLIC_URL;
  const shown = { email, phone: phone?.written ?? '', phone_e164: phone?.e164 ?? '' };
  if (email) return { ...shown, href: `mailto:${encodeURI(email)}`, label: `Write to ${email}` };
  if (phone) return { ...shown, href: `tel:${phone.e164}`, label: `Call ${phone.written}` };
  if (page) return { ...shown, href: page, label: 'Contact us' };
  return { ...shown, href: '', label: 'Ask the operator of this service' };
}
