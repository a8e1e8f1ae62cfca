import type { Db, Log } from '#core/context.ts';
import { port } from '#core/ports.ts';
import { type Plan, plans } from '../plans.ts';
import { planFeatures, type SetFeature } from './sql.ts';

export const planFeatureChannel = 'plan_feature_changed';

/** The catalogue with the features in force, for the price list. Decisions about an account read the database instead. */
export interface PlansInForce {
  current(): readonly Plan[];
  /** Puts a committed change in force on this process. */
  apply(features: ReadonlyMap<string, SetFeature>): void;
  reload(): Promise<void>;
}

export const PlansInForce = port<PlansInForce>('plans-in-force');

export async function openPlansInForce({ db, log }: { db: Db; log: Log }): Promise<PlansInForce> {
  let current = plans;
  let readings = 0;
  let newest = 0;
  const apply = (features: ReadonlyMap<string, SetFeature>, reading = ++readings) => {
    // A read that was overtaken may have older values.
    if (reading < newest) return;
    newest = reading;
    current = plans.map((plan) => ({ ...plan, mcp: features.get(plan.id)?.mcp ?? plan.mcp }));
  };
  const read = async () => {
    const reading = ++readings;
    apply(await planFeatures(db), reading);
  };
  await read();
  return {
    current: () => current,
    apply: (features) => apply(features),
    reload: () => read().catch((error) => log.error({ error }, "the plans' features could not be read")),
  };
}
