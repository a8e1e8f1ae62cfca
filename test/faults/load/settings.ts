import { setTimeout as sleep } from 'node:timers/promises';
import { count, inLanesUntilOver, type LoadRun } from './run-of-load.ts';

interface Shown {
  version: number;
  settings: { name: string; value: unknown }[];
}

/** The last acknowledged change. */
export interface LastChange {
  version: number;
  value: number;
}

export const settingChanged = 'signups_per_address_per_hour';
const valueMax = 10_000;
const path = '/api/v1/admin/platform';
const pauseMs = 300;

/** One operator changes a setting again and again, and two read it at both processes: no older value than the last acknowledged one. */
export async function changeSettings(run: LoadRun, last: LastChange): Promise<void> {
  Object.assign(last, await shown(run, 0));
  const dice = run.dice('settings');
  const change = async () => {
    const value = 1 + ((last.value + dice.below(50)) % valueMax);
    const made = await changed(run, last, value, dice.below(8));
    if (made) Object.assign(last, made);
    count(run, 'settings');
    await sleep(pauseMs);
  };
  const read = async (lane: number) => {
    const before = { ...last };
    const { version, value } = await shown(run, lane);
    const isRight = version > before.version || (version === before.version && value === before.value);
    if (!isRight)
      run.faults.push(`a setting is ${value} in version ${version} after ${JSON.stringify(before)}`);
    count(run, 'settings read');
    await sleep(pauseMs);
  };
  await Promise.all([inLanesUntilOver(run, 1, change), inLanesUntilOver(run, 2, read)]);
}

/** Null if nothing changed, because it was the value already. */
async function changed(
  run: LoadRun,
  { version }: LastChange,
  value: number,
  at: number,
): Promise<LastChange | null> {
  const body = { changes: { [settingChanged]: value }, reason: 'A test', expected_version: version };
  const answer = await run.callers.insist({ method: 'PATCH', path, body }, at);
  if (answer.status === 200) return { version: JSON.parse(answer.text).version, value };
  // An earlier try took effect, and its answer was lost: it is in force, since no one else changes it.
  const now = await shown(run, at);
  const isOwn =
    answer.status === 409 && answer.tries > 1 && now.value === value && now.version === version + 1;
  if (!isOwn)
    run.faults.push(`a setting was answered ${answer.status}: ${answer.text}; ${JSON.stringify(now)}`);
  return now;
}

/** As a process reads it now. */
export async function shown({ callers }: Pick<LoadRun, 'callers'>, at: number): Promise<LastChange> {
  const { text } = await callers.insist({ method: 'GET', path: `${path}?limit=1` }, at);
  const { version, settings } = JSON.parse(text) as Shown;
  return { version, value: settings.find(({ name }) => name === settingChanged)!.value as number };
}
