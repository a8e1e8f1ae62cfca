import type { Plan } from '../plans.ts';

/** The plans and packs that the price list shows. */
export function listedPlans(plans: readonly Plan[]) {
  const ofKind = (wanted: Plan['kind']): Plan[] => plans.filter(({ kind }) => kind === wanted);
  /** Also those that are sold by agreement. */
  const allMonthly = ofKind('monthly');
  return {
    allMonthly,
    monthly: allMonthly.filter((plan) => plan.public),
    packs: ofKind('topup').filter((plan) => plan.public),
  };
}
