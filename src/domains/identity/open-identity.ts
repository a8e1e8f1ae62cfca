import type { OpenDomain, Platform } from '#core/domain.ts';
import { LocksInForce, lockChannel, openLocks } from './locks/locks-in-force.ts';
import { accountChannel, KnownPrincipals, openPrincipals } from './principals/known-principals.ts';
import { openSessions, Sessions } from './sessions/sessions.ts';

/** Opens the process's copies of locks and of what belongs to accounts. */
export function openIdentity({ ports: { db, settings }, pool, clock, metrics }: Platform): OpenDomain {
  const locks = openLocks({ db, clock });
  const principals = openPrincipals({ db, clock });
  const sessions = openSessions({ pool, settings, onBatch: metrics.batched });
  return {
    ports: [LocksInForce.opened(locks), KnownPrincipals.opened(principals), Sessions.opened(sessions)],
    feed: {
      channels: [lockChannel, accountChannel],
      onChange(channel, payload) {
        if (channel === lockChannel) locks.forget();
        else principals.forgetAccount(payload);
      },
      onFeedLost() {
        locks.onFeedLost();
        principals.onFeedLost();
      },
      onFeedRestored() {
        locks.onFeedRestored();
        principals.onFeedRestored();
      },
    },
  };
}
