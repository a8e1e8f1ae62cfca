import type { Db } from '#core/context.ts';
import { newId } from '#core/ids.ts';
import type { SettingValues } from '#core/parts/setting.ts';
import { raiseAlert } from '#domains/audit/index.ts';
import { takeTurns, whatsappOf } from '../numbers/sql.ts';
import { pausedUntil } from '../outages/outages.ts';
import { codeLimits, dayOverAt, limitsInAll, nextMessageAt } from '../rules.ts';
import { type Asked, fullWindow, hasReserve, sentLately, voidCode } from './sql.ts';

export interface WantedCode extends Asked {
  code_digest: Buffer;
  now: Date;
  settings: SettingValues;
}

/** `at` is in milliseconds since 1970. Not `isSent`: the number gets no message for now, which is not disclosed. */
export type Issued =
  | { outcome: 'issued'; id: string; expiresAtMs: number; isSent: boolean }
  | { outcome: 'paused' | 'limited'; untilMs: number }
  | { outcome: 'verified' };

/**
 * Makes the account's code, in place of an older one, unless a limit of those who ask, or of all messages, forbids another one.
 * The number's own limit is not disclosed, because it would reveal other accounts. Needs a transaction.
 */
export async function issueCode(db: Db, wanted: WantedCode): Promise<Issued> {
  const { now, settings, ...asked } = wanted;
  const { account, number } = asked;
  await takeTurns(db, account, true);
  const { state } = await whatsappOf(db, account, now);
  if (state === 'verified') return { outcome: 'verified' };
  const pause = await pausedUntil(db, now);
  if (pause) return { outcome: 'paused', untilMs: pause.getTime() };
  const sent = await sentLately(db, wanted);
  const untilMs = Math.max(
    nextMessageAt(sent.ofAccount).getTime(),
    nextMessageAt(sent.ofDevice).getTime(),
    dayOverAt(sent.ofAddress, settings.whatsapp_messages_per_address_per_day),
  );
  if (untilMs > now.getTime()) return { outcome: 'limited', untilMs };
  const isReserved = await hasReserve(db, account, number);
  const fullUntilMs = isReserved ? null : await fullInAllUntil(db, settings, now);
  if (fullUntilMs !== null) return { outcome: 'paused', untilMs: fullUntilMs };

  const isFree =
    isReserved ||
    (nextMessageAt(sent.toNumber, settings.whatsapp_messages_per_number_per_day) <= now &&
      dayOverAt(sent.toNumberFromAddress, codeLimits.messagesADay) <= now.getTime());
  const isSent = isFree && !sent.isResting;
  const id = newId('wam');
  const expiresAt = new Date(now.getTime() + codeLimits.validMs);
  await voidCode(db, account);
  const delivery = isSent ? 'sending' : 'not_sent';
  const message = { ...asked, id, sent_at: now, expires_at: expiresAt, has_reserve: isReserved, delivery };
  await db.insertInto('whatsapp_message').values(message).execute();
  return { outcome: 'issued', id, expiresAtMs: expiresAt.getTime(), isSent };
}

/** When another message may go out, if a limit of all messages is reached; else null. Raises the alert. */
async function fullInAllUntil(db: Db, settings: SettingValues, now: Date): Promise<number | null> {
  let untilMs: number | null = null;
  for (const { window, ms, setting } of limitsInAll) {
    const limit = settings[setting];
    const over = await fullWindow(db, { since: new Date(now.getTime() - ms), limit });
    if (over === null) continue;
    await raiseAlert(db, { kind: 'whatsapp_limit', subject: window, details: { setting, limit } });
    untilMs = Math.max(untilMs ?? 0, over.getTime() + ms);
  }
  return untilMs;
}
