import { defaultPlans, type Plan, type PlanTerms, termsOf } from '#domains/billing/plans.ts';

/** A plan or pack of the catalogue that no operator has changed. */
export const planNamed = (id: string): Plan => {
  const plan = defaultPlans.find((one) => one.id === id);
  if (!plan) throw new Error(`The catalogue has no ${id}.`);
  return plan;
};

/** Its terms. Null for `none`. */
export const termsNamed = (id: string): PlanTerms | null => (id === 'none' ? null : termsOf(planNamed(id)));
