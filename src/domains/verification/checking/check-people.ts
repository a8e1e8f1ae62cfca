import { hourMs } from '#core/clock.ts';
import type { Db, Ports } from '#core/context.ts';
import { port } from '#core/ports.ts';
import { suppressionKey } from '#domains/suppression/index.ts';
import type { EmailVerdict } from '../rules.ts';
import { readVerdicts, type Verdicts } from '../verdicts/sql.ts';
import { storeFindings } from '../verdicts/store-findings.ts';
import type { Checked, EmailOf, Verify } from './verifier.ts';

/** Checks emails and stores what was found. */
export interface Verifying {
  /**
   * Checks emails, a few at a time, and stores the verdicts. `freshMs`: a verdict younger than that is as good. Returns what is new, and stops
   * as the signal says.
   */
  checkPeople(people: readonly EmailOf[], freshMs: number, signal: AbortSignal): Promise<Checked[]>;
  /** Checks the emails of one lookup, and returns what is new. A caller may have left by then. */
  checkNow(people: readonly EmailOf[]): Promise<Verdicts>;
  /** The key of an email. */
  keyOf(address: string): string;
}

export const Verifier = port<Verifying>('verifier');

export interface VerifyingOptions {
  db: Db;
  ports: Pick<Ports, 'personalData' | 'suppressionPepper'>;
  verify: Verify;
  settings: { current(): { verification_on: boolean; verification_days: number } };
  now: () => Date;
}

const atOnce = 8;
/** Fresh enough for a lookup that asks for a fresh verdict. */
const freshMs = 24 * hourMs;
/** A lookup that waits for its sources has a hold on a credit. */
const longestMs = 60_000;

export function openVerifying({ db, ports, verify, settings, now }: VerifyingOptions): Verifying {
  const keyOf = (address: string) => suppressionKey(ports.suppressionPepper, 'email', address);

  async function checkPeople(people: readonly EmailOf[], youngMs: number, signal: AbortSignal) {
    if (!settings.current().verification_on) return [];
    const keyed = people.map((one) => ({ ...one, key: keyOf(one.address) }));
    const known = await readVerdicts(
      db,
      keyed.map(({ key }) => key),
    );
    const isYoung = (verdict: EmailVerdict | undefined) =>
      verdict !== undefined &&
      verdict.verdict !== 'unknown' &&
      now().getTime() - verdict.checked_at.getTime() < youngMs;
    const left = keyed.filter(({ key }) => !isYoung(known.get(key)));
    const checked: Checked[] = [];
    await Promise.all(
      Array.from({ length: Math.min(atOnce, left.length) }, async () => {
        for (let one = left.pop(); one && !signal.aborted; one = left.pop()) {
          const finding = await verify(one.address, signal);
          if (!signal.aborted) checked.push({ ...one, finding });
        }
      }),
    );
    await storeFindings({ db, ports, days: settings.current().verification_days }, checked);
    return checked;
  }

  return {
    keyOf,
    checkPeople,
    async checkNow(people) {
      const checked = await checkPeople(people, freshMs, AbortSignal.timeout(longestMs));
      const found = checked.map(
        ({ key, finding: { verdict } }) => [key, { verdict, checked_at: now() }] as const,
      );
      return new Map(found);
    },
  };
}
