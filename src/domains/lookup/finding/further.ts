import type { Log } from '#core/context.ts';
import { openLeases } from '#core/leases.ts';
import type { SpendingOf } from '#domains/sources/index.ts';
import {
  type Found,
  type Lookup,
  lookupPrice,
  type Payments,
  refuseForWantOfCredits,
} from '../paying/pay.ts';
import { dropLookup, type OperationKey, renewLookups, settleLookup } from '../paying/under-way.ts';
import { type Finding, failedFinding } from '../rules.ts';
import { nameMarks } from './name-marks.ts';
import { type Begun, type Searched, type SearchOptions, searchSources } from './search-sources.ts';

export interface FurtherOptions extends SearchOptions {
  log: Log;
  /** This process, as other processes know it. */
  worker: string;
  spendingOf: SpendingOf;
  payments: Payments;
}

/** Ends a lookup that has begun with the help of the sources, however long they take; null where another process did. */
export type LookFurther = (begun: Begun) => Promise<Found | null>;

/**
 * What the directory can't answer is asked of the sources. The price was set aside before; it is settled or released in
 * the transaction that keeps the answer. About a suppressed person nobody is asked, and everything goes as it would for
 * somebody whom no source knows.
 */
export function openFurther(options: FurtherOptions): LookFurther {
  const { db, log, worker, spendingOf, persons, payments, pepper } = options;
  const leases = openLeases<OperationKey>(
    (operations) => renewLookups(db, worker, operations),
    (error) => log.error({ error }, 'lookups under way could not be renewed'),
  );

  async function end(begun: Begun, searched: Searched): Promise<Found | null> {
    const { lookup, paidLately } = begun;
    const { finding, vetoedName } = searched;
    const needed = paidLately || finding.status === 'failed' ? 0 : lookupPrice;
    const { item, answer } = payments.itemOf(lookup, finding, needed);
    const settled = await settleLookup(db, {
      item,
      rememberRepeats: payments.remembersRepeats(),
      nameMarks: vetoedName === null ? null : nameMarks(pepper, lookup.profileHash, vetoedName),
    });
    if (settled.outcome === 'answered_before') return null;
    if (settled.outcome === 'insufficient') {
      const isDropped = await dropLookup(db, worker, operationOf(lookup));
      if (isDropped) refuseForWantOfCredits(settled.balance);
      // A caller was told that it is pending, so it ends in any case.
      return end(begun, { ...searched, finding: unpaidFinding() });
    }
    answer.credits.remaining = settled.balance;
    payments.ended(lookup, answer);
    return { answer, replayed: false };
  }

  return async (begun) => {
    const { lookup, known } = begun;
    const { profile, key } = lookup.call;
    const operation = operationOf(lookup);
    using _alive = leases.keep(operation);
    try {
      const isKeptOut = await persons.isSuppressed(profile, known);
      const spending = spendingOf({ account: key.account, opKey: lookup.opKey, isPretended: isKeptOut });
      const searched = await searchSources(options, begun, { isKeptOut, spending });
      return searched && (await end(begun, searched));
    } catch (error) {
      // Its credit is free at once, if the database can be reached; else when the lease is over.
      await dropLookup(db, worker, operation).catch(() => false);
      throw error;
    }
  };
}

const operationOf = ({ call, opKey }: Lookup): OperationKey => ({ account: call.key.account.id, opKey });

const unpaidFinding = (): Finding =>
  failedFinding({
    code: 'insufficient_credits',
    detail: 'No credit was left for it when the sources had answered; nothing was charged.',
  });
