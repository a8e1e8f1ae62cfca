import { type Selectable, sql } from 'kysely';
import type { Db } from '#core/context.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { takeClaimsOf } from '#domains/sources/index.ts';
import type { LookupTable } from '#platform/database/rows.generated.ts';
import { profileHashOf } from '#values/profile-link/index.ts';
import { type FindCall, type Lookup, lookupIdOf } from '../paying/lookup.ts';
import { type Found, foundOf } from '../paying/pay.ts';
import { afterLease, dropLookup, type OperationKey, settleLookup } from '../paying/under-way.ts';
import { contactsIn, failedFinding } from '../rules.ts';
import type { Parts } from './parts.ts';
import type { SourceLookup } from './source-lookup.ts';

/** A lookup is handed over once. If the next process dies too, the lookup may be what killed both. */
const takeoversMax = 1;
const lookupsPerBatch = 20;

/** Lookups whose process died. */
export function openAbandoned({ db, log, worker, read, payments }: Parts, sourceLookup: SourceLookup) {
  async function continueLookup(taken: TakenOver): Promise<Found | null> {
    const lookup = lookupOf(taken);
    const left = await takeClaimsOf(db, taken.died, lookup.profileHash);
    if (taken.takeovers > takeoversMax) return giveUp(lookup, left);
    const { hasPriority } = lookup.call.key;
    const { profileHash, opKey } = lookup;
    const { document, repeat } = await read({
      account: taken.account,
      hasPriority,
      profileHash,
      opKey: null,
    });
    log.warn({ lookup: lookupIdOf(opKey), sources: left }, 'resuming a lookup whose process died');
    return sourceLookup({ lookup, known: contactsIn(document), isRepeat: repeat, avoid: left });
  }

  async function giveUp(lookup: Lookup, sources: string[]): Promise<Found | null> {
    const { account } = lookup.call.key;
    await raiseAlert(db, {
      kind: 'lookup_gave_up',
      subject: lookupIdOf(lookup.opKey),
      details: { account_id: account.account_id, network: lookup.call.profile.network, sources },
    });
    const { item, answer } = payments.itemOf(lookup, abandonedFinding(), 0);
    const { outcome, balance } = await settleLookup(db, item, {
      rememberRepeats: false,
      nameMarks: null,
      earnedBy: [],
    });
    answer.credits.remaining = balance;
    if (outcome !== 'answered') return null;
    payments.ended(lookup, answer);
    return foundOf(answer);
  }

  return {
    /** Takes over one lookup and continues it. Null when its process is alive or another process was faster. */
    async resume(operation: OperationKey): Promise<{ work: Promise<Found | null> } | null> {
      const [taken] = await takeOver(db, worker, operation);
      return taken ? { work: continueLookup(taken) } : null;
    },
    /** Finishes the ones that a caller waits for, and frees what the others had set aside. */
    async endAll(): Promise<void> {
      for (;;) {
        const taken = await takeOver(db, worker, { limit: lookupsPerBatch });
        // Concurrently, because each has to renew its lease.
        const ends = taken.map((one) =>
          one.is_reported
            ? continueLookup(one)
            : dropLookup(db, worker, { account: one.account, opKey: one.op_key }),
        );
        for (const end of await Promise.allSettled(ends)) {
          if (end.status === 'rejected')
            log.error({ error: end.reason }, 'could not finish an abandoned lookup');
        }
        if (taken.length < lookupsPerBatch) return;
      }
    },
  };
}

export type Abandoned = ReturnType<typeof openAbandoned>;

function lookupOf({ account, account_id, op_key, request_hash, call }: TakenOver): Lookup {
  const begun = call as FindCall;
  const again: FindCall = {
    ...begun,
    key: { ...begun.key, account: { id: account, account_id } },
  };
  const profileHash = profileHashOf(again.profile.url);
  return { call: again, opKey: op_key, requestHash: request_hash, profileHash };
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
interface TakenOver
  extends Pick<Selectable<LookupTable>, 'account' | 'op_key' | 'request_hash' | 'is_reported' | 'takeovers'> {
  account_id: string;
  call: unknown;
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
    returning lookup.account, account.account_id, lookup.op_key, lookup.request_hash, lookup.pending_call as call,
      lookup.is_reported, lookup.takeovers, abandoned.died`.execute(db);
  return rows;
}
