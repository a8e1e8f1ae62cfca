import type { Db, Log } from '#core/context.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { takeClaimsOf } from '#domains/sources/index.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { lookupIdOf } from '../paying/lookup-id.ts';
import { type FindCall, type Found, foundOf, type Lookup, type Payments } from '../paying/pay.ts';
import { type TakenOver, takeOver } from '../paying/take-over.ts';
import { dropLookup, type OperationKey, settleLookup } from '../paying/under-way.ts';
import { failedFinding } from '../rules.ts';
import { parseContacts } from './read-batch.ts';
import type { Read } from './reading.ts';
import type { SourceLookup } from './source-lookup.ts';

/** Lookups whose process died. */
export interface Abandoned {
  /** Takes over one lookup and continues it. Null when its process is alive or another process was faster. */
  resume(operation: OperationKey): Promise<{ work: Promise<Found | null> } | null>;
  /** Finishes the ones that a caller waits for, and frees what the others had set aside. */
  endAll(): Promise<void>;
}

export interface AbandonedOptions {
  db: Db;
  log: Log;
  worker: string;
  read: Read;
  sourceLookup: SourceLookup;
  payments: Payments;
}

/** A lookup is handed over once. If the next process dies too, the lookup may be what killed both. */
const takeoversMax = 1;
const lookupsPerBatch = 20;

export function openAbandoned({
  db,
  log,
  worker,
  read,
  sourceLookup,
  payments,
}: AbandonedOptions): Abandoned {
  async function continueLookup(taken: TakenOver): Promise<Found | null> {
    const lookup = lookupOf(taken);
    const left = await takeClaimsOf(db, taken.died, lookup.profileHash);
    if (taken.takeovers > takeoversMax) return giveUp(lookup, left);
    const { account, opKey } = taken;
    const { hasPriority } = lookup.call.key;
    const asked = { account, hasPriority, profileHash: lookup.profileHash, opKey: null };
    const { contacts, paidRecently } = await read(asked);
    log.warn({ lookup: lookupIdOf(opKey), sources: left }, 'resuming a lookup whose process died');
    return sourceLookup({ lookup, known: parseContacts(contacts), paidRecently, avoid: left });
  }

  async function giveUp(lookup: Lookup, sources: string[]): Promise<Found | null> {
    const { account } = lookup.call.key;
    await raiseAlert(db, {
      kind: 'lookup_gave_up',
      subject: lookupIdOf(lookup.opKey),
      details: { account_id: account.accountId, network: lookup.call.profile.network, sources },
    });
    const { item, answer } = payments.itemOf(lookup, abandonedFinding(), 0);
    const { outcome, balance } = await settleLookup(db, { item, rememberRepeats: false, nameMarks: null });
    answer.credits.remaining = balance;
    if (outcome !== 'answered') return null;
    payments.ended(lookup, answer);
    return foundOf(answer);
  }

  return {
    async resume(operation) {
      const [taken] = await takeOver(db, worker, operation);
      return taken ? { work: continueLookup(taken) } : null;
    },
    async endAll() {
      for (;;) {
        const taken = await takeOver(db, worker, { limit: lookupsPerBatch });
        // Concurrently, because each has to renew its lease.
        const ends = taken.map((one) => (one.isReported ? continueLookup(one) : dropLookup(db, worker, one)));
        for (const end of await Promise.allSettled(ends)) {
          if (end.status === 'rejected')
            log.error({ error: end.reason }, 'could not finish an abandoned lookup');
        }
        if (taken.length < lookupsPerBatch) return;
      }
    },
  };
}

function lookupOf({ account, accountId, opKey, requestHash, call }: TakenOver): Lookup {
  const begun = call as FindCall;
  const again: FindCall = { ...begun, key: { ...begun.key, account: { id: account, accountId } } };
  return { call: again, opKey, requestHash, profileHash: profileHashOf(again.profile.url) };
}

const abandonedFinding = () =>
  failedFinding({
    code: 'lookup_gave_up',
    detail:
      'The lookup was interrupted twice and has been abandoned. Nothing was charged. Try again later with a new idempotency key.',
  });
