import type { Config } from '#core/environment.ts';
import { port } from '#core/ports.ts';
import { rupeesOf } from '#values/money.ts';
import type { Plan } from '../plans.ts';
import { faqsOf } from './faqs.ts';
import { comparison, creditCosts, listedPlans } from './listed.ts';
import type { Contact, PriceList } from './shapes.ts';
import { copyOf, notesOf } from './texts.ts';

/** In paise: the price of a credit in the pack where it costs most. 0 if no pack is sold. */
const pricePerCredit = (packs: readonly Plan[]): number =>
  Math.round(Math.max(0, ...packs.map(({ amount, credits }) => amount / credits)));

/** The contact for questions about plans. */
export const ContactOf = port<Contact>('contact-about-plans');

/** The catalogue document. Everything in it follows from the plans in force, except whom to contact. */
export function priceListWith(contact: Contact, plans: readonly Plan[]): PriceList {
  const { allMonthly, monthly, packs } = listedPlans(plans);
  const perCredit = pricePerCredit(packs);
  return {
    currency: 'INR',
    price_per_credit: perCredit,
    price_per_credit_display: rupeesOf(perCredit),
    monthly_plans: monthly,
    all_monthly_plans: allMonthly,
    topup_packs: packs,
    comparison,
    mcp_plan_ids: [...allMonthly, ...packs]
      .filter(({ mcp }) => mcp)
      .map(({ id }) => id)
      .sort(),
    credit_costs: creditCosts,
    copy: copyOf(monthly, packs),
    faqs: faqsOf(monthly, packs),
    contact,
    notes: notesOf(plans, monthly, packs),
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
