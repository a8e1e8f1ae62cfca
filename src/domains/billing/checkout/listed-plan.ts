import { type Plan, planById, plans } from '../plans.ts';

/** A plan or pack that checkout sells. */
export const listedPlan = (id: string): Plan | undefined => {
  const plan = planById(id);
  return plan?.cta === 'checkout' ? plan : undefined;
};

export const unknownPlan = (id: string) => ({
  detail: `The plan '${id}' is not sold by checkout.`,
  members: { plans: plans.filter(({ cta }) => cta === 'checkout').map((plan) => plan.id) },
});
