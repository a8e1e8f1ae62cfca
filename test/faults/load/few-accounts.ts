import { setTimeout as sleep } from 'node:timers/promises';
import { personOf } from '../../cells/people.ts';
import type { Dice } from '../../fuzz/dice.ts';
import type { CreditCall, CreditOperation } from '../history/credits-model.ts';
import type { Account } from './accounts.ts';
import type { Answer, Request } from './callers.ts';
import { count, type LoadRun } from './run-of-load.ts';

/** An account with the history of everything that was done with its credits. */
export interface Watched {
  account: Account;
  history: CreditCall[];
}

/** Someone who is known and stays, and someone who is not known. */
const known = 0;
const unknown = 20_000_000;
const lanesPerAccount = 8;
const grantMax = 12;
const givenUp = 0.5;

/** Several callers at both processes look people up, read the balance and grant, until the run is over or this many calls were made. */
export async function useFewAccounts(
  run: LoadRun,
  watched: readonly Watched[],
  { calls, pauseMs }: { calls: number; pauseMs: number },
): Promise<void> {
  const dice = run.dice('few accounts');
  const each = Math.ceil(calls / watched.length);
  const lane = async (one: Watched, at: number) => {
    while (!run.isOver() && one.history.length < each) {
      await call(run, one, at, dice);
      await sleep(dice.below(pauseMs));
    }
  };
  await Promise.all(
    watched.flatMap((one) => Array.from({ length: lanesPerAccount }, (_, at) => lane(one, at))),
  );
}

let calls = 0;

async function call(run: LoadRun, { account, history }: Watched, lane: number, dice: Dice): Promise<void> {
  calls += 1;
  const what = dice.below(100);
  const idempotencyKey = `watched ${calls}`;
  const invoked = performance.now();
  const ends = (operation: CreditOperation) =>
    void history.push({ operation, invoked, returned: performance.now() });
  count(run, 'calls in histories');
  if (what < 20) return ends(await readBalance(run, account, lane));
  if (what < 29)
    return ends(await grant(run, account, lane, { idempotencyKey, credits: 1 + dice.below(grantMax) }));
  const { url } = personOf(what < 40 ? unknown : known);
  const request = { path: '/api/v1/find', key: account.key, idempotencyKey, body: { profile_url: url } };
  const answer = await answerTo(run, request, lane, dice);
  const lost: CreditCall = { operation: { kind: 'lost' }, invoked, returned: Number.POSITIVE_INFINITY };
  // A process that was frozen may still pay for the first try of a refused call, once there are credits again.
  if (answer === null || (answer.status === 402 && answer.tries > 1)) {
    history.push(lost);
    account.lost += 1;
  }
  if (answer) ends(foundIn(run, account, answer));
}

/** Null without an answer. */
async function answerTo(run: LoadRun, request: Request, lane: number, dice: Dice): Promise<Answer | null> {
  const first = await run.callers.once(request, lane);
  if (first && (first.status === 200 || first.status === 402)) return first;
  if (first === null && dice.chance(givenUp)) return null;
  const answer = await run.callers.insist(request, lane + 1);
  return { ...answer, tries: answer.tries + 1 };
}

function foundIn(run: LoadRun, account: Account, { status, text }: Answer): CreditOperation {
  if (status === 402) return { kind: 'refused' };
  if (status !== 200) run.faults.push(`a lookup was answered ${status}: ${text}`);
  const { id, credits } = JSON.parse(text);
  if (credits.charged > 0) account.charged.add(id);
  count(run, 'lookups');
  return { kind: 'find', charged: credits.charged, remaining: credits.remaining };
}

async function readBalance(run: LoadRun, { id }: Account, lane: number): Promise<CreditOperation> {
  const { text } = await run.callers.insist({ method: 'GET', path: `/internal/billing/balance/${id}` }, lane);
  return { kind: 'balance', balance: JSON.parse(text).balance };
}

/** Always repeated until it is answered. */
export async function grant(
  run: LoadRun,
  account: Account,
  lane: number,
  { idempotencyKey, credits }: { idempotencyKey: string; credits: number },
): Promise<CreditOperation> {
  const body = { account_id: account.id, credits, reason: 'A test' };
  const { status, text } = await run.callers.insist(
    { path: '/api/v1/admin/growth/credits', idempotencyKey, body },
    lane,
  );
  if (status !== 200) run.faults.push(`a grant was answered ${status}: ${text}`);
  account.granted += credits;
  count(run, 'grants');
  return { kind: 'grant', credits };
}
