import Type, { type Static, type TString } from 'typebox';
import { defaultPlans } from '../plans.ts';
import { comparison, creditCosts, listedPlans } from './listed.ts';
import { copyOf, notesOf } from './texts.ts';

const texts = <Name extends string>(all: Readonly<Record<Name, string>>, description: string) =>
  Type.Object(
    Object.fromEntries(
      Object.entries<string>(all).map(([name, text]) => [
        name,
        Type.String({ description: 'A sentence for people, in English.', examples: [text] }),
      ]),
    ) as Record<Name, TString>,
    { description },
  );

const PlanEntry = Type.Object(
  {
    id: Type.String({ examples: ['growth'] }),
    kind: Type.Enum(['monthly', 'topup'], { description: '`monthly` for a plan, `topup` for a pack.' }),
    name: Type.String({ description: 'The name that people read.', examples: ['Growth'] }),
    description: Type.String({ description: 'Its purpose, in a sentence.' }),
    credits: Type.Integer({ description: 'Each month for a plan, once for a pack.', examples: [80] }),
    amount: Type.Integer({ description: 'In paise, GST included.', examples: [39_900] }),
    amount_display: Type.String({ description: 'The price as people read it.', examples: ['₹399'] }),
    currency: Type.Literal('INR'),
    rate_limit_per_min: Type.Integer({ description: 'Requests per minute for each key.', examples: [60] }),
    mcp: Type.Boolean({ description: 'Whether agents can connect over MCP.' }),
    priority_processing: Type.Boolean({ description: 'Whether lookups have a priority lane.' }),
    public: Type.Boolean({ description: 'Listed publicly.' }),
    highlighted: Type.Boolean({ description: 'Emphasise it.' }),
    cta: Type.Enum(['checkout', 'contact', 'none'], { description: '`checkout` for every listed entry.' }),
  },
  { title: 'PlanEntry' },
);

const Contact = Type.Object(
  {
    email: Type.String({ description: 'Empty if not configured.', examples: ['sales@example.com'] }),
    phone: Type.String({
      description: 'As people read it. Empty if not configured.',
      examples: ['+1 212 555 0143'],
    }),
    phone_e164: Type.String({ description: 'Empty if not configured.', examples: ['+12125550143'] }),
    href: Type.String({
      description: '`mailto:`, `tel:` or a page. Empty if nothing is configured.',
      examples: ['mailto:sales@example.com'],
    }),
    label: Type.String({ description: 'The text of the link.', examples: ['Write to sales@example.com'] }),
  },
  { description: 'Contact for questions, for example about an enterprise plan.' },
);
export type Contact = Static<typeof Contact>;

const { note, ...costs } = creditCosts;
const listed = listedPlans(defaultPlans);

const costMeanings: Readonly<Record<keyof typeof costs, string>> = {
  contact_find: 'A lookup that finds an email or a phone.',
  social_links_per_link: 'Each link of a profile.',
  social_bulk_bonus: 'Links found by a job.',
  company_email: 'The published address of a company.',
  verify_email: 'Checking an email.',
};

export const PriceList = Type.Object(
  {
    currency: Type.Literal('INR'),
    price_per_credit: Type.Integer({
      description: 'Price of a credit in top-up packs, in paise. The highest one if packs differ.',
      examples: [500],
    }),
    price_per_credit_display: Type.String({ description: 'The same as people read it.', examples: ['₹5'] }),
    monthly_plans: Type.Array(PlanEntry, { description: 'Listed plans, cheapest first.' }),
    all_monthly_plans: Type.Array(PlanEntry, { description: 'Also plans that are sold by agreement.' }),
    topup_packs: Type.Array(PlanEntry, { description: 'Sold to accounts with an active monthly plan.' }),
    comparison: Type.Array(
      Type.Object({
        id: Type.Enum(comparison.map(({ id }) => id)),
        label: Type.String({ description: 'The name of the row.' }),
        hint: Type.String({ description: 'Meaning of the row.' }),
      }),
      { description: 'The rows of a comparison of plans.' },
    ),
    mcp_plan_ids: Type.Array(Type.String(), { description: 'Plans that include agent access, by name.' }),
    credit_costs: Type.Object(
      {
        ...(Object.fromEntries(
          Object.entries(costs).map(([name, cost]) => [
            name,
            Type.Integer({ description: costMeanings[name as keyof typeof costs], examples: [cost] }),
          ]),
        ) as Record<keyof typeof costs, ReturnType<typeof Type.Integer>>),
        note: Type.String({ description: 'Meaning of these costs, in a sentence.', examples: [note] }),
      },
      { description: 'In credits.' },
    ),
    copy: texts(copyOf(listed.monthly, listed.packs), 'Texts for pages that sell plans.'),
    faqs: Type.Array(
      Type.Object({
        question: Type.String({ description: 'The question.' }),
        answer: Type.String({ description: 'The answer.' }),
      }),
      { description: 'Questions and answers for a page of prices.' },
    ),
    contact: Contact,
    notes: texts(notesOf(defaultPlans, listed.monthly, listed.packs), 'The rules of plans and credits.'),
  },
  { title: 'PriceList', description: 'The document that a pricing page shows.' },
);
export type PriceList = Static<typeof PriceList>;
