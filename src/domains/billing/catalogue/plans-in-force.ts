import type { Context, Db, Log } from '#core/context.ts';
import { port } from '#core/ports.ts';
import { planFeatures, type SetFeature } from '../features/sql.ts';
import { type Plan, planFrom } from '../plans.ts';
import { type Catalogue, readCatalogue } from './versions.ts';

/** A changed feature of a plan, or a changed catalogue. */
export const catalogueChannels = ['plan_feature_changed', 'catalogue_changed'];

/** The catalogue in force, for the price list and for new purchases and keys. The database has what each account bought. */
export interface PlansInForce {
  /** With the agent access that operators switched, as the price list shows it. */
  current(): readonly Plan[];
  /** As the catalogue has it, without the agent access that operators switched. */
  planById(id: string): Plan | undefined;
  /** When another catalogue comes into force. Null: none waits. */
  changesAt(): Date | null;
  /** Puts a committed change in force on this process. */
  apply(changed: Partial<InForce>): void;
  reload(): Promise<void>;
}

export const PlansInForce = port<PlansInForce>('plans-in-force');

interface InForce {
  catalogue: Catalogue;
  features: ReadonlyMap<string, SetFeature>;
}

interface Options {
  db: Db;
  log: Log;
  now: () => Date;
}

export async function openPlansInForce({ db, log, now }: Options): Promise<PlansInForce> {
  let inForce: InForce;
  let plans: readonly Plan[];
  let readings = 0;
  let newest = 0;
  const apply = (changed: Partial<InForce>, reading = ++readings) => {
    // A read that was overtaken may have older values.
    if (reading < newest) return;
    newest = reading;
    inForce = { ...inForce, ...changed };
    plans = plansOf(inForce);
  };
  const read = async () => {
    const reading = ++readings;
    const [catalogue, features] = await Promise.all([readCatalogue(db, now()), planFeatures(db)]);
    apply({ catalogue, features }, reading);
  };
  /** A change that waited comes into force when its time has come. */
  const catalogueNow = () => {
    const { waiting } = inForce.catalogue;
    if (waiting && waiting.effective_at <= now()) apply({ catalogue: { ...waiting, waiting: null } });
    return inForce.catalogue;
  };
  await read();
  return {
    current() {
      catalogueNow();
      return plans;
    },
    planById(id) {
      const entry = catalogueNow().entries.find((one) => one.id === id);
      return entry && planFrom(entry);
    },
    changesAt: () => catalogueNow().waiting?.effective_at ?? null,
    apply: (changed) => apply(changed),
    reload: () => read().catch((error) => log.error({ error }, 'the catalogue could not be read')),
  };
}

const plansOf = ({ catalogue, features }: InForce): readonly Plan[] =>
  catalogue.entries.map((entry) => ({ ...planFrom(entry), mcp: features.get(entry.id)?.mcp ?? entry.mcp }));

/** Call it after a change. Once that is committed, this process has the catalogue before it answers; others read it when notified. */
export async function applyCatalogue(
  ctx: Pick<Context, 'db' | 'ports' | 'now' | 'afterCommit'>,
): Promise<void> {
  const catalogue = await readCatalogue(ctx.db, ctx.now());
  ctx.afterCommit(() => ctx.ports.use(PlansInForce).apply({ catalogue }));
}
