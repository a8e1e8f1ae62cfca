import type { Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import { takeTurns, whatsappOf } from '../numbers/sql.ts';
import { pausedUntil } from '../outages/sql.ts';
import { codeLimits, nextMessageAt } from '../rules.ts';
import { insertMessage, sentLately, voidCode } from './sql.ts';

export interface WantedCode {
  account: number;
  /** E.164. */
  number: string;
  digest: Buffer;
  now: Date;
}

/** `at` is in milliseconds since 1970. Not `isSent`: the number gets no message for now, which is not told. */
export type Issued =
  | { outcome: 'issued'; id: string; expiresAtMs: number; isSent: boolean }
  | { outcome: 'paused' | 'limited'; untilMs: number }
  | { outcome: 'verified' };

/**
 * Makes the account's code, in place of an older one, unless the account's limit forbids another message. Nobody hears of the
 * number's limit: it would tell of other accounts. Needs a transaction.
 */
export async function issueCode(db: Db, { account, number, digest, now }: WantedCode): Promise<Issued> {
  await takeTurns(db, account, number);
  const { state } = await whatsappOf(db, account, now);
  if (state === 'verified') return { outcome: 'verified' };
  const pause = await pausedUntil(db, now);
  if (pause) return { outcome: 'paused', untilMs: pause.getTime() };
  const { forAccount, toNumber, isResting } = await sentLately(db, { account, number, now });
  const untilMs = nextMessageAt(forAccount).getTime();
  if (untilMs > now.getTime()) return { outcome: 'limited', untilMs };
  const isSent = !isResting && nextMessageAt(toNumber) <= now;

  const id = newId('wam');
  const expiresAt = new Date(now.getTime() + codeLimits.validMs);
  await voidCode(db, account);
  await insertMessage(db, { id, account, number, digest, now, expiresAt, isSent });
  return { outcome: 'issued', id, expiresAtMs: expiresAt.getTime(), isSent };
}
