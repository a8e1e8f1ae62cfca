import { personOf } from '../../cells/people.ts';
import type { Dice } from '../../fuzz/dice.ts';
import type { Account } from './accounts.ts';
import type { Answer } from './callers.ts';
import { anyPerson, type Found, faultIn } from './people.ts';
import { count, inLanesUntilOver, type LoadRun } from './run-of-load.ts';

interface Asked {
  account: Account;
  person: number;
  idempotencyKey: string;
}

/** An answer that is asked for again later. */
export interface Kept extends Asked {
  text: string;
}

const shares = { twoAtOnce: 0.01, again: 0.01, givenUp: 0.2, kept: 0.002 };
const recentMax = 1_000;

/** Lookups of random people. Some are sent to both processes at once, some again later, and of those without an answer some are given up. */
export async function lookUp(
  run: LoadRun,
  accounts: readonly Account[],
  lanes: number,
  kept: Kept[],
): Promise<void> {
  const recent: Kept[] = [];
  const dice = run.dice('lookups');
  let sent = 0;
  await inLanesUntilOver(run, lanes, async (lane) => {
    sent += 1;
    const again = recent.length > 0 && dice.chance(shares.again) ? dice.pick(recent) : null;
    if (again) return repeat(run, again, lane);
    const asked: Asked = {
      account: dice.pick(accounts),
      person: anyPerson(run.people, dice),
      idempotencyKey: `lookup ${sent}`,
    };
    const text = await (dice.chance(shares.twoAtOnce) ? both(run, asked, lane) : one(run, asked, lane, dice));
    if (text === null) return;
    recent[recent.length < recentMax ? recent.length : sent % recentMax] = { ...asked, text };
    if (dice.chance(shares.kept)) kept.push({ ...asked, text });
  });
}

const requestOf = ({ account, person, idempotencyKey }: Asked) => ({
  path: '/api/v1/find',
  key: account.key,
  idempotencyKey,
  body: { profile_url: personOf(person).url },
});

async function one(run: LoadRun, asked: Asked, lane: number, dice: Dice): Promise<string | null> {
  const wasGone = run.people.gone.has(asked.person);
  const first = await run.callers.once(requestOf(asked), lane);
  if (first === null && dice.chance(shares.givenUp)) {
    asked.account.lost += 1;
    count(run, 'lookups given up');
    return null;
  }
  const isEnd = first !== null && first.status === 200;
  const answer = isEnd ? first : await run.callers.insist(requestOf(asked), lane + 1);
  return acknowledged(run, asked, answer, wasGone);
}

/** The same call at both processes at the same time has one answer and one price. */
async function both(run: LoadRun, asked: Asked, lane: number): Promise<string | null> {
  const wasGone = run.people.gone.has(asked.person);
  const answers = await Promise.all([lane, lane + 1].map((at) => run.callers.insist(requestOf(asked), at)));
  const [first, second] = answers.map((answer) => answer.text);
  if (first !== second && !run.people.leaving.has(asked.person))
    run.faults.push(`two answers to one call: ${first} ${second}`);
  return acknowledged(run, asked, answers[0]!, wasGone);
}

/** Sends a call again that was answered. */
export async function repeat(run: LoadRun, { text, ...asked }: Kept, lane: number): Promise<void> {
  const wasGone = run.people.gone.has(asked.person);
  const answer = await run.callers.insist(requestOf(asked), lane);
  if (answer.text !== text && !run.people.leaving.has(asked.person))
    run.faults.push(`a repeat of ${asked.idempotencyKey} was answered otherwise: ${text} ${answer.text}`);
  if (wasGone && answer.text.includes(personOf(asked.person).email))
    run.faults.push(`a repeat shows person ${asked.person} after leaving: ${answer.text}`);
  count(run, 'repeats');
}

function acknowledged(
  run: LoadRun,
  { account, person, idempotencyKey }: Asked,
  { status, text }: Answer,
  wasGone: boolean,
): string | null {
  if (status !== 200) {
    run.faults.push(`${idempotencyKey} was answered ${status}: ${text}`);
    return null;
  }
  const answer = JSON.parse(text) as Found;
  const fault = faultIn(run.people, person, { answer, text, wasGone });
  if (fault) run.faults.push(fault);
  if (answer.credits.charged > 0) account.charged.add(answer.id);
  count(run, 'lookups');
  return text;
}
