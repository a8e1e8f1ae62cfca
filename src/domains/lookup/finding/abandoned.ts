import { sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { takeClaimsOf } from '#domains/sources/index.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { type FindCall, type Lookup, lookupIdOf } from '../paying/lookup.ts';
import { type Found, foundOf, type Payments } from '../paying/pay.ts';
import { afterLease, dropLookup, type OperationKey, settleLookup } from '../paying/under-way.ts';
import { contactsIn, failedFinding } from '../rules.ts';
import type { FinderOptions } from './finder-options.ts';
import type { Read } from './read-batch.ts';
import type { SourceLookup } from './source-lookup.ts';

/** Lookups whose process died. */
export interface Abandoned {
  /** Takes over one lookup and continues it. Null when its process is alive or another process was faster. */
  resume(operation: OperationKey): Promise<{ work: Promise<Found | null> } | null>;
  /** Finishes the ones that a caller waits for, and frees what the others had set aside. */
  endAll(): Promise<void>;
}

export interface AbandonedOptions extends Pick<FinderOptions, 'db' | 'log' | 'worker'> {
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
    const { document, repeat } = await read(asked);
    log.warn({ lookup: lookupIdOf(opKey), sources: left }, 'resuming a lookup whose process died');
    return sourceLookup({ lookup, known: contactsIn(document), isRepeat: repeat, avoid: left });
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

/** How long an abandoned lookup that no caller knows about waits for a retry. */
const droppedAfterSeconds = 60;

/** A lookup taken over from a process that died. */
interface TakenOver {
  account: number;
  accountId: string;
  opKey: string;
  requestHash: string | null;
  call: unknown;
  isReported: boolean;
  /** Includes this one. */
  takeovers: number;
  /** The process that died. */
  died: string;
}

/** Takes over one lookup, or all that no caller waits for, unless their process is alive. */
async function takeOver(
  db: Db,
  worker: string,
  which: OperationKey | { limit: number },
): Promise<TakenOver[]> {
  const chosen =
    'opKey' in which
      ? sql`account = ${which.account} and op_key = ${which.opKey}`
      : sql`created_at > clock_timestamp() - interval '24 hours' and (is_reported
          or working_until < clock_timestamp() - make_interval(secs => ${droppedAfterSeconds}))`;
  const { rows } = await sql<TakenOver>`
    with abandoned as (
      select account, op_key, worker as died from lookup
      where status = 'pending' and working_until < clock_timestamp() and ${chosen}
      order by working_until limit ${'limit' in which ? which.limit : 1} for update skip locked
    )
    update lookup set worker = ${worker}, takeovers = takeovers + 1, working_until = ${afterLease}
    from abandoned, account
    where lookup.account = abandoned.account and lookup.op_key = abandoned.op_key and account.id = lookup.account
    returning lookup.account, account.account_id as "accountId", lookup.op_key as "opKey",
      lookup.request_hash as "requestHash", lookup.pending_call as call, lookup.is_reported as "isReported", lookup.takeovers,
      abandoned.died`.execute(db);
  return rows;
}
