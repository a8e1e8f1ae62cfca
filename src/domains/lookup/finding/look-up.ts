import { setTimeout as pause } from 'node:timers/promises';
import { profileHashOf } from '#values/profile-link/index.ts';
import type { AnswerAtOnce } from '../fast-path/at-once.ts';
import { replayOf } from '../paying/answers.ts';
import { type FindCall, keyAfter, type Lookup } from '../paying/lookup.ts';
import { type Found, failFind, failInsufficientCredits } from '../paying/pay.ts';
import { type AnswerNew, needs } from './new-lookup.ts';
import type { Replay } from './person-check.ts';
import type { Read } from './read-batch.ts';
import { pollMs, type Waiting } from './waiting.ts';

/** Takes one operation from its current state to its answer. `requestHash` is null without an idempotency key. */
export type LookUp = (
  call: FindCall,
  opKey: string,
  requestHash: string | null,
) => Promise<Found | 'needs_sources'>;

export interface LookUpOptions {
  answerAtOnce: AnswerAtOnce;
  read: Read;
  answerNew: AnswerNew;
  waiting: Pick<Waiting, 'join'>;
  replay: Replay;
  /** How long a lookup waits for a credit that another lookup has on hold, before it is refused. */
  creditWaitMs: number;
}

export function openLookUp({
  answerAtOnce,
  read,
  answerNew,
  waiting,
  replay,
  creditWaitMs,
}: LookUpOptions): LookUp {
  async function lookUp(lookup: Lookup, alreadySpent = false): Promise<Found | 'needs_sources'> {
    const { call, opKey, requestHash } = lookup;
    const { key } = call;
    const again = () => lookUp({ ...lookup, opKey: keyAfter(opKey) });
    /** The answer that another call of this operation stored in the meantime. */
    const firstAnswer = () => lookUp(lookup, true);
    const startedMs = performance.now();
    const hasTimeForCredit = () => performance.now() - startedMs < creditWaitMs;
    for (;;) {
      const known = await read({
        account: key.account.id,
        hasPriority: key.hasPriority,
        profileHash: lookup.profileHash,
        // Also without an idempotency key: the statement that paid for it may have been sent again because its result was lost.
        opKey,
      });
      if (known.earlier && known.earlier.request_hash !== requestHash) failFind('idempotency_conflict');
      if (known.state === 'answered') return replay(key, replayOf(opKey, known.earlier!));
      if (known.state === 'worked_on' || known.state === 'abandoned') {
        const joined = await waiting.join(lookup, known.state, startedMs);
        if (joined === 'answered_before') return replayed(await firstAnswer());
        if (joined) return replayed(joined);
        continue;
      }
      // The key was spent or closed and its answer is gone, so this is a new lookup.
      if (known.state === 'closed' || alreadySpent) return again();
      if (needs(call, known) > known.balance) {
        if (known.held === 0 || !hasTimeForCredit()) failInsufficientCredits(known.balance);
        await pause(pollMs);
        continue;
      }
      const found = await answerNew(lookup, known);
      if (typeof found !== 'string' || found === 'needs_sources') return found;
      if (found === 'answered_before') return firstAnswer();
      if (found === 'closed') return again();
      if (found === 'insufficient' && !hasTimeForCredit()) failInsufficientCredits(0);
    }
  }

  return (call, opKey, requestHash) => {
    const lookup = { call, opKey, requestHash, profileHash: profileHashOf(call.profile.url) };
    return answerAtOnce(lookup, lookUp);
  };
}

const replayed = (found: Found | 'needs_sources') =>
  found === 'needs_sources' ? found : { ...found, replayed: true };
