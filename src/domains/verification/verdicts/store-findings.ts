import type { Db, Ports } from '#core/context.ts';
import type { ProfileMatch } from '#core/parts/personal-data.ts';
import { shareSuppressionLock, suppressedAmong } from '#domains/suppression/index.ts';
import { found } from '#values/email-finding.ts';
import type { Checked, EmailOf } from '../checking/verifier.ts';
import { writeVerdicts } from './sql.ts';

export interface StoreFindingsOptions {
  db: Db;
  ports: Pick<Ports, 'personalData' | 'suppressionPepper'>;
  days: number;
}

/** Enough for any value. The sweep renders any more. */
const carriersMax = 1_000;

/**
 * Stores what was found about emails, and renders again what is sold of every profile that has one of them. Nothing is stored about a person
 * who was suppressed in the meantime: the lock keeps the list unchanged. An import that read a profile before sees that its version changed.
 */
export const storeFindings = (
  { db: pool, ports, days }: StoreFindingsOptions,
  checked: readonly Checked[],
): Promise<void> =>
  checked.length === 0
    ? Promise.resolve()
    : pool.transaction().execute(async (db) => {
        await shareSuppressionLock(db);
        const keys = checked.map(({ key }) => key);
        const carriers = await carriersOf(ports, db, keys);
        const hidden = await suppressedAmong(db, [...keys, ...carriers.flatMap((one) => one.keys)]);
        const isHidden = (one: { keys: string[] }) => one.keys.some((key) => hidden.has(key));
        const hiddenKeys = new Set(carriers.filter(isHidden).flatMap((one) => one.keys));
        const kept = checked.filter(({ key }) => !hidden.has(key) && !hiddenKeys.has(key));
        await writeVerdicts(db, kept, days);
        await renderSold(
          ports,
          db,
          carriers.map(({ hash }) => hash),
        );
      });

/** The profiles that have one of the emails. */
export async function carriersOf(
  { personalData }: Pick<Ports, 'personalData'>,
  db: Db,
  keys: readonly string[],
) {
  const found = [];
  for (const store of personalData) found.push(...((await store.findMatches?.(db, keys, carriersMax)) ?? []));
  return found;
}

/** The same without people who are suppressed. */
export async function visibleCarriersOf(
  ports: StoreFindingsOptions['ports'],
  db: Db,
  keys: readonly string[],
): Promise<ProfileMatch[]> {
  const carriers = await carriersOf(ports, db, keys);
  const hidden = await suppressedAmong(db, [...keys, ...carriers.flatMap((one) => one.keys)]);
  return carriers.filter((one) => !one.keys.some((key) => hidden.has(key)));
}

/** Takes customers' word that an email is dead, where no check can tell. */
export const storeBounced = (
  ports: Pick<Ports, 'db' | 'personalData' | 'suppressionPepper' | 'settings'>,
  email: EmailOf & { key: string },
): Promise<void> =>
  storeFindings({ db: ports.db, ports, days: ports.settings.current().verification_days }, [
    { ...email, finding: found('invalid', 'bounced', { toldBy: 'bounce' }) },
  ]);

/** In the order of their hashes, so that two writers don't deadlock. */
export async function renderSold(
  { personalData, suppressionPepper }: StoreFindingsOptions['ports'],
  db: Db,
  hashes: readonly string[],
): Promise<void> {
  const ordered = [...new Set(hashes)].sort();
  for (const store of personalData) await store.verdictsChanged?.(db, suppressionPepper, ordered);
}
