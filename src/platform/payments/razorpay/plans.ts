import type { RazorpayApi } from './api.ts';
import { Plan as PlanEntity } from './entities.ts';
import { requiredId } from './orders.ts';

export interface Plan {
  id: string;
  name: string;
  amountPaise: number;
}

/** Razorpay's id of a plan at its present price. */
export type PlanIds = (plan: Plan) => Promise<string>;

/**
 * Razorpay's plans can't be changed or deleted, so each price has a plan of its own. We find it by its notes and its price, and
 * make it if it isn't there. Two processes may make it twice: harmless, since both cost the same.
 */
export function openPlanIds(api: RazorpayApi): PlanIds {
  const known = new Map<string, Promise<string>>();
  return (plan) => {
    const name = `${plan.id} ${plan.amountPaise}`;
    const id = known.get(name) ?? findOrCreate(api, plan);
    known.set(name, id);
    id.catch(() => known.delete(name));
    return id;
  };
}

async function findOrCreate(api: RazorpayApi, { id, name, amountPaise }: Plan): Promise<string> {
  const found = await api.find(
    PlanEntity,
    '/plans',
    {},
    ({ notes, period, interval, item }) =>
      notes?.plan === id &&
      period === 'monthly' &&
      interval === 1 &&
      item?.amount === amountPaise &&
      item.currency === 'INR',
  );
  const item = { name, amount: amountPaise, currency: 'INR' };
  const terms = { period: 'monthly', interval: 1, item, notes: { plan: id } };
  return requiredId(found ?? (await api.post(PlanEntity, '/plans', terms)), 'plan_');
}
