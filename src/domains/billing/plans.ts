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

type Given = Pick<Plan, 'id' | 'name' | 'description' | 'credits' | 'amount' | 'rate_limit_per_min'> &
  Partial<Plan>;

const entry = (kind: Plan['kind'], given: Given): Plan => ({
  kind,
  amount_display: rupeesOf(given.amount),
  currency: 'INR',
  mcp: kind === 'monthly',
  priority_processing: false,
  public: true,
  highlighted: false,
  cta: 'checkout',
  ...given,
});

const monthly = (given: Given): Plan => entry('monthly', given);

const pack = (credits: number, amount: number): Plan =>
  entry('topup', {
    id: `topup_${credits}`,
    name: `${groupedInIndia(credits)} credits`,
    description: `${groupedInIndia(credits)} credits, valid for one year, on top of a monthly plan.`,
    credits,
    amount,
    rate_limit_per_min: 60,
  });

/** In display order. Operators assign the last two; they are never listed. */
export const plans: readonly Plan[] = [
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
    amount_display: 'By agreement',
    rate_limit_per_min: 300,
    priority_processing: true,
    public: false,
    cta: 'contact',
  }),
  entry('topup', {
    id: 'credits_25',
    name: '25 credits',
    description: '25 credits, valid for one year, granted by an operator with a key.',
    credits: 25,
    amount: 0,
    rate_limit_per_min: 20,
    public: false,
    cta: 'none',
  }),
];

const byId = new Map(plans.map((plan) => [plan.id, plan]));

export const planById = (id: string): Plan | undefined => byId.get(id);

/** Used when an account has neither a plan nor a rate of its own. */
export const rateLimitDefaultPerMin = 20;

/** A plan or pack that checkout sells. */
export const listedPlan = (id: string): Plan | undefined => {
  const plan = planById(id);
  return plan?.cta === 'checkout' ? plan : undefined;
};

export const unknownPlan = (id: string) => ({
  detail: `The plan '${id}' is not sold by checkout.`,
  members: { plans: plans.filter(({ cta }) => cta === 'checkout').map((plan) => plan.id) },
});
