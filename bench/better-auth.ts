/** better-auth's api-key plugin as a yardstick. Its packages are installed when the bench runs, into bench/better-auth. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { outputOf } from './output-of.ts';
import { say } from './say.ts';

const folder = join(import.meta.dirname, 'better-auth');

/** Installs the versions of bench/better-auth/package-lock.json. */
export const installBetterAuth = (): Promise<string> =>
  outputOf('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']);

export const removeBetterAuth = (): Promise<void> =>
  rm(join(folder, 'node_modules'), { recursive: true, force: true });

export interface Verified {
  perSecond: number;
  /** Calls that were allowed and refused, and by how many the key's `remaining` fell. */
  verified: number;
  refused: number;
  counted: number;
}

const database = 'better_auth';

/** A database of its own on the same server. */
export async function makeItsDatabase(pool: pg.Pool): Promise<void> {
  await pool.query(`create database ${database}`);
}

/** Verifies a key with `remaining`, without HTTP. */
export async function verifyKeys(serverUrl: string, callers: number, seconds: number): Promise<Verified> {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  const said = await outputOf(
    process.execPath,
    [join(folder, 'verify.mjs'), String(callers), String(seconds)],
    { BENCH_DATABASE_URL: url.href },
  );
  const verified: Verified = JSON.parse(said.slice(said.lastIndexOf('{')));
  if (verified.refused > 0) throw new Error(`better-auth refused ${verified.refused} calls:\n${said}`);
  say(
    `  better-auth: ${verified.perSecond.toFixed(0)}/s, ${verified.counted} of ${verified.verified} counted`,
  );
  return verified;
}
