import { type Plan, plans } from '../plans.ts';

const ofKind = (wanted: Plan['kind']): Plan[] => plans.filter(({ kind }) => kind === wanted);

/** Also those that are sold by agreement. */
export const allMonthlyPlans: readonly Plan[] = ofKind('monthly');
export const monthlyPlans: readonly Plan[] = allMonthlyPlans.filter((plan) => plan.public);
export const topupPacks: readonly Plan[] = ofKind('topup').filter((plan) => plan.public);
