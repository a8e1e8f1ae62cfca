import { openLeases } from '#core/concurrency/leases.ts';
import type { Log } from '#core/context.ts';
import type { SpendingOf } from '#domains/sources/index.ts';
import {
  type Found,
  failInsufficientCredits,
  foundOf,
  type Lookup,
  lookupPrice,
  type Payments,
} from '../paying/pay.ts';
import { dropLookup, type OperationKey, renewLookups, settleLookup } from '../paying/under-way.ts';
import { type Finding, failedFinding } from '../rules.ts';
import { nameMarks } from './name-marks.ts';
import { type Begun, type Searched, type SearchOptions, searchSources } from './search-sources.ts';

export interface SourceLookupOptions extends SearchOptions {
  log: Log;
  /** Identifies this process to other processes. */
  worker: string;
  spendingOf: SpendingOf;
  payments: Payments;
}

/** Finishes a lookup with the sources, however long they take. Null when another process finished it. */
export type SourceLookup = (begun: Begun) => Promise<Found | null>;

/**
 * Asks sources for what the directory lacks. The price is already on hold; storing the answer settles or releases it. For a
 * suppressed person no source is asked, but everything else runs as for a person no source knows.
 */
export function openSourceLookup(options: SourceLookupOptions): SourceLookup {
  const { db, log, worker, spendingOf, persons, payments, pepper } = options;
  const leases = openLeases<OperationKey>(
    (operations) => renewLookups(db, worker, operations),
    (error) => log.error({ error }, 'could not renew the leases of pending lookups'),
  );

  async function end(begun: Begun, searched: Searched): Promise<Found | null> {
    const { lookup, paidRecently } = begun;
    const { finding, vetoedName } = searched;
    const needed = paidRecently || finding.status === 'failed' ? 0 : lookupPrice;
    const { item, answer } = payments.itemOf(lookup, finding, needed);
    const settled = await settleLookup(db, {
      item,
      rememberRepeats: payments.remembersRepeats(),
      nameMarks: vetoedName === null ? null : nameMarks(pepper, lookup.profileHash, vetoedName),
    });
    if (settled.outcome === 'answered_before') return null;
    if (settled.outcome === 'insufficient') {
      const isDropped = await dropLookup(db, worker, operationOf(lookup));
      if (isDropped) failInsufficientCredits(settled.balance);
      // A caller already knows it as pending, so it needs an answer.
      return end(begun, { ...searched, finding: unpaidFinding() });
    }
    answer.credits.remaining = settled.balance;
    payments.ended(lookup, answer);
    return foundOf(answer);
  }

  return async (begun) => {
    const { lookup, known } = begun;
    const { profile, key } = lookup.call;
    const operation = operationOf(lookup);
    using _alive = leases.keep(operation);
    try {
      const isSuppressed = await persons.isSuppressed(profile, known);
      const spending = spendingOf({ account: key.account, opKey: lookup.opKey, isSimulated: isSuppressed });
      const searched = await searchSources(options, begun, { isSuppressed, spending });
      return searched && (await end(begun, searched));
    } catch (error) {
      // Frees the credit at once if the database is reachable. Otherwise the hold's lease does.
      await dropLookup(db, worker, operation).catch(() => false);
      throw error;
    }
  };
}

const operationOf = ({ call, opKey }: Lookup): OperationKey => ({ account: call.key.account.id, opKey });

const unpaidFinding = (): Finding =>
  failedFinding({
    code: 'insufficient_credits',
    detail: 'No credit was left once the sources had answered. Nothing was charged.',
  });
