import type { Db, Log } from '#core/context.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { takeClaimsOf } from '#domains/sources/index.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { lookupIdOf } from '../paying/answers.ts';
import type { FindCall, Found, Lookup, Payments } from '../paying/pay.ts';
import { type TakenOver, takeOver } from '../paying/take-over.ts';
import { dropLookup, type OperationKey, settleLookup } from '../paying/under-way.ts';
import { failedFinding } from '../rules.ts';
import { parseContacts } from '../sql.ts';
import type { LookFurther } from './further.ts';
import type { Read } from './reading.ts';

/** Lookups whose process died. */
export interface Abandoned {
  /** Takes one over and goes on with it; null where its process is alive, or another process was quicker. */
  carryOn(operation: OperationKey): Promise<{ work: Promise<Found | null> } | null>;
  /** Ends those a caller waits for, and frees what the others had set aside. */
  endAll(): Promise<void>;
}

export interface AbandonedOptions {
  db: Db;
  log: Log;
  worker: string;
  read: Read;
  further: LookFurther;
  payments: Payments;
}

/** A lookup is handed to another process once. If that one dies too, the lookup may be what killed both. */
const takeoversMax = 1;
const endedAtOnce = 20;

export function openAbandoned({ db, log, worker, read, further, payments }: AbandonedOptions): Abandoned {
  async function goOn(taken: TakenOver): Promise<Found | null> {
    const lookup = lookupOf(taken);
    const left = await takeClaimsOf(db, taken.died, lookup.profileHash);
    if (taken.takeovers > takeoversMax) return giveUp(lookup, left);
    const { account, opKey } = taken;
    const { contacts, paidLately } = await read({ account, profileHash: lookup.profileHash, opKey: null });
    log.warn({ lookup: lookupIdOf(opKey), sources: left }, 'a lookup whose process died is carried on');
    return further({ lookup, known: parseContacts(contacts), paidLately, avoid: left });
  }

  async function giveUp(lookup: Lookup, sources: string[]): Promise<Found | null> {
    const { account } = lookup.call.key;
    await raiseAlert(db, {
      kind: 'lookup_gave_up',
      subject: lookupIdOf(lookup.opKey),
      details: { account_id: account.accountId, network: lookup.call.profile.network, sources },
    });
    const { item, answer } = payments.itemOf(lookup, gaveUpFinding(), 0);
    const { outcome, balance } = await settleLookup(db, { item, rememberRepeats: false, nameMarks: null });
    answer.credits.remaining = balance;
    return outcome === 'kept' ? { answer, replayed: false } : null;
  }

  return {
    async carryOn(operation) {
      const [taken] = await takeOver(db, worker, operation);
      return taken ? { work: goOn(taken) } : null;
    },
    async endAll() {
      for (;;) {
        const taken = await takeOver(db, worker, { limit: endedAtOnce });
        // Together: each has to say that it is worked on.
        const ends = taken.map((one) => (one.isTold ? goOn(one) : dropLookup(db, worker, one)));
        for (const end of await Promise.allSettled(ends)) {
          if (end.status === 'rejected')
            log.error({ error: end.reason }, 'an abandoned lookup could not be ended');
        }
        if (taken.length < endedAtOnce) return;
      }
    },
  };
}

function lookupOf({ account, accountId, opKey, requestHash, call }: TakenOver): Lookup {
  const kept = call as FindCall;
  const again: FindCall = { ...kept, key: { ...kept.key, account: { id: account, accountId } } };
  return { call: again, opKey, requestHash, profileHash: profileHashOf(again.profile.url) };
}

const gaveUpFinding = () =>
  failedFinding({
    code: 'lookup_gave_up',
    detail:
      'The lookup was interrupted twice and is given up; nothing was charged. Try again later with a new idempotency key.',
  });
