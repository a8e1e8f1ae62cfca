import { groupedInIndia, rupeesOf } from '#values/money.ts';

/** A catalogue entry, with its members as they appear on the wire. */
export interface Plan {
  id: string;
  kind: 'monthly' | 'topup';
  name: string;
  description: string;
  /** Per period for a plan, once for a pack. */
  credits: number;
  /** In paise. */
  amount: number;
  amount_display: string;
  currency: 'INR';
  /** Requests per 60-second window, per key. */
  rate_limit_per_min: number;
  /** Whether agents can connect over MCP. */
  mcp: boolean;
  priority_processing: boolean;
  /** Listed publicly and sold through checkout. */
  public: boolean;
  highlighted: boolean;
  cta: 'checkout' | 'contact' | 'none';
}

/**
 * The terms of a plan or a pack. Kept with each purchase and each key as it was then: who has bought keeps it when the catalogue
 * changes.
 */
export type PlanTerms = Pick<
  Plan,
  'id' | 'kind' | 'name' | 'credits' | 'amount' | 'rate_limit_per_min' | 'mcp' | 'priority_processing'
>;

export const termsOf = (plan: Plan): PlanTerms => {
  const { id, kind, name, credits, amount, rate_limit_per_min, mcp, priority_processing } = plan;
  return { id, kind, name, credits, amount, rate_limit_per_min, mcp, priority_processing };
};

/** The members that operators decide. The others follow from them. */
export type CatalogueEntry = PlanTerms & Pick<Plan, 'description' | 'highlighted' | 'cta'>;

export const planFrom = (entry: CatalogueEntry): Plan => ({
  ...entry,
  amount_display: entry.cta === 'contact' && entry.amount === 0 ? 'By agreement' : rupeesOf(entry.amount),
  currency: 'INR',
  public: entry.cta === 'checkout',
});

type Given = Pick<Plan, 'id' | 'name' | 'description' | 'credits' | 'amount' | 'rate_limit_per_min'> &
  Partial<CatalogueEntry>;

const entry = (kind: Plan['kind'], given: Given): CatalogueEntry => ({
  kind,
  mcp: kind === 'monthly',
  priority_processing: false,
  highlighted: false,
  cta: 'checkout',
  ...given,
});

const monthly = (given: Given) => entry('monthly', given);

const pack = (credits: number, amount: number) =>
  entry('topup', {
    id: `topup_${credits}`,
    name: `${groupedInIndia(credits)} credits`,
    description: `${groupedInIndia(credits)} credits, valid for one year, on top of a monthly plan.`,
    credits,
    amount,
    rate_limit_per_min: 60,
  });

/** The catalogue until an operator changes it, in display order. Operators assign the last two; they are never listed. */
export const defaultEntries: readonly CatalogueEntry[] = [
  monthly({
    id: 'starter',
    name: 'Starter',
    description: '20 credits per month for trying out a workflow.',
    credits: 20,
    amount: 9_900,
    rate_limit_per_min: 20,
  }),
  monthly({
    id: 'growth',
    name: 'Growth',
    description: '80 credits per month for teams that look people up every day.',
    credits: 80,
    amount: 39_900,
    rate_limit_per_min: 60,
    highlighted: true,
  }),
  monthly({
    id: 'scale',
    name: 'Scale',
    description: '200 credits per month at the highest rate available through checkout.',
    credits: 200,
    amount: 99_900,
    rate_limit_per_min: 120,
  }),
  pack(20, 10_000),
  pack(100, 50_000),
  pack(500, 250_000),
  pack(2_000, 1_000_000),
  monthly({
    id: 'enterprise',
    name: 'Enterprise',
    description: 'Credits, rate and terms by agreement, with a priority lookup lane.',
    credits: 0,
    amount: 0,
    rate_limit_per_min: 300,
    priority_processing: true,
    cta: 'contact',
  }),
  entry('topup', {
    id: 'credits_25',
    name: '25 credits',
    description: '25 credits, valid for one year, granted by an operator with a key.',
    credits: 25,
    amount: 0,
    rate_limit_per_min: 20,
    cta: 'none',
  }),
];

export const defaultPlans: readonly Plan[] = defaultEntries.map(planFrom);

/** In place of a plan's id at a key whose account never had one. */
export const noPlan = 'none';
export const isReservedPlanId = (id: string): boolean => id === noPlan;

/** Used when an account has neither a plan nor a rate of its own. */
export const rateLimitDefaultPerMin = 20;

/** A plan or pack that checkout sells. */
export const isSold = ({ cta }: Plan): boolean => cta === 'checkout';

export const notSold = (id: string, plans: readonly Plan[]) => ({
  detail: `The plan '${id}' is not sold by checkout.`,
  members: { plans: plans.filter(isSold).map((plan) => plan.id) },
});

export const notInCatalogue = (id: string, plans: readonly Plan[]) => ({
  detail: `The plan '${id}' is not in the catalogue.`,
  members: { plans: plans.map((plan) => plan.id) },
});
