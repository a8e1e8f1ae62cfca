import type { Clock } from '#core/clock.ts';
import type { Db, Log } from '#core/context.ts';
import type { Admission } from '#core/rate-limiter.ts';
import type { Keyring } from '../keyring/keyring.ts';
import { recordViolation } from '../sql/violations.ts';

export interface ViolationsOptions {
  db: Db;
  keyring: Keyring;
  settings: { current(): { ban_after_violations: number; ban_window_minutes: number } };
  clock: Clock;
  log: Log;
}

/**
 * Counts the windows in which a key was refused, and bans a key that has too many. Waits for the database only at a window's first
 * refusal. Never fails.
 */
export function openViolations({ db, keyring, settings, clock, log }: ViolationsOptions) {
  const countedUntil = new Map<string, number>();

  const isFirstInWindow = (keyId: string, resetMs: number): boolean => {
    const nowMs = clock.now().getTime();
    if ((countedUntil.get(keyId) ?? 0) > nowMs) return false;
    for (const [key, endsMs] of countedUntil) {
      if (endsMs > nowMs) break;
      countedUntil.delete(key);
    }
    countedUntil.set(keyId, nowMs + resetMs);
    return true;
  };

  return async (keyId: string, { windowStartedAt, resetMs }: Admission): Promise<void> => {
    if (!isFirstInWindow(keyId, resetMs)) return;
    const { ban_after_violations: banAfter, ban_window_minutes: banWindowMinutes } = settings.current();
    try {
      const hash = await recordViolation(db, { keyId, windowStartedAt, banAfter, banWindowMinutes });
      if (hash === null) return;
      // Other processes learn of it from the notification; this one needn't wait.
      keyring.forget('key_changed', hash);
      log.warn(
        { keyId, windows: banAfter },
        'a key was banned because it repeatedly exceeded its rate limit',
      );
    } catch (error) {
      // The request is refused either way, and the window's next refusal retries.
      countedUntil.delete(keyId);
      log.warn({ error, keyId }, 'could not record a rate limit violation');
    }
  };
}
