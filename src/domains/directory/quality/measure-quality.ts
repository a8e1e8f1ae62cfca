import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '#core/clock.ts';
import type { Job, JobContext } from '#core/job.ts';
import { readWithStatements } from '../profiles/rewrite-profiles.ts';
import { endMeasuring, measureProfile, startMeasuring } from './rules.ts';
import { lastQuality, profilesAfter, sharedAmong, stateOf, storeQuality } from './sql.ts';

/** Profiles in a sample. Its shares are accurate to about one percent. */
export const profilesMeasured = 20_000;
const profilesPerPage = 250;

/** Measures the directory after it changed, and once a day because values get older. Each statement reads one page of profiles. */
export const measureQuality: Job = {
  id: 'directory.measure-quality',
  schedule: '41 * * * *',
  async run(ctx) {
    const { db } = ctx.ports;
    const { state, profiles } = await stateOf(db);
    const last = await lastQuality(db);
    const isRecent = last && ctx.now().getTime() - last.measured_at.getTime() < dayMs;
    if (isRecent && last.state === state) return;
    const measuring = await measured(ctx);
    await storeQuality(db, { measured_at: ctx.now(), state, report: endMeasuring(measuring, profiles) });
  },
};

async function measured({ ports: { db }, now, signal }: JobContext) {
  const measuring = startMeasuring();
  const shared = new Set<string>();
  for (let after = '00000000-0000-0000-0000-000000000000'; measuring.measured < profilesMeasured; ) {
    signal.throwIfAborted();
    const hashes = await profilesAfter(db, after, profilesPerPage);
    if (hashes.length === 0) break;
    after = hashes.at(-1)!;
    const page = await readWithStatements(db, hashes);
    const keys = new Set(page.flatMap(({ suppressionKeys }) => suppressionKeys.slice(1)));
    for (const key of await sharedAmong(db, [...keys], shared)) shared.add(key);
    for (const profile of page) measureProfile(measuring, profile, shared, now());
    await nextTurn();
  }
  return measuring;
}
