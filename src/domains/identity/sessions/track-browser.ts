import type { Context } from '#core/context.ts';
import { addressKey } from '#values/ip-addresses/index.ts';
import { readAddress } from '../signups/read-signup.ts';
import { Sessions } from './open-sessions.ts';
import type { HeartbeatOutcome } from './sql.ts';

export interface Browser {
  accountId: string;
  sessionId: string;
  ip: string;
  userAgent: string;
  /** The person signed out. */
  ended?: boolean;
}

/** Records a heartbeat of a session, unless another session of the account is live at another address. */
export function trackBrowser(
  { ports, now }: Pick<Context, 'ports' | 'now'>,
  { accountId, sessionId, ip, userAgent, ended = false }: Browser,
): Promise<HeartbeatOutcome> {
  const key = addressKey(readAddress(ip));
  return ports.use(Sessions).track({ accountId, sessionId, addressKey: key, userAgent, at: now(), ended });
}
