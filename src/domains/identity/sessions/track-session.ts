import Type from 'typebox';
import type { Db } from '#core/context.ts';
import { run } from '#core/database/statement.ts';
import { internal } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { optionalText, requiredText } from '#core/shapes.ts';
import { accountIdBounds } from '#domains/accounts/index.ts';
import { isLocked } from '../principals/locks-on.ts';
import { addressFaults, readAddress } from '../signups/read-signup.ts';
import { trackBrowser } from './sessions.ts';

export const trackSession = operation({
  id: 'identity.track-session',
  summary: 'Record a heartbeat of a session',
  description:
    'Call this every minute or so while a person uses the dashboard. A session is live for `session_live_minutes` after its ' +
    'last heartbeat. Until then, a session of the same account from another address is refused. The session itself may move ' +
    'to another address, as long as no other session is live elsewhere. An IPv6 address counts by its /64. A locked account ' +
    'is refused too.',
  kind: 'process',
  doors: [internal('POST', '/internal/identity/session')],
  idempotency: 'none',
  input: Type.Object({
    account_id: Type.String({
      ...accountIdBounds,
      description: "The dashboard's identifier for the account.",
    }),
    session_id: requiredText(200, 'Your own identifier of the session. Not its secret token.', 'sess_4f1a'),
    ip: requiredText(100, "The person's IP address, without a port."),
    user_agent: optionalText(1000, "The browser's `User-Agent`."),
    ended: Type.Boolean({
      default: false,
      description: 'True when the person signs out: the session blocks no other from then on.',
    }),
  }),
  example: { account_id: 'acme-42', session_id: 'sess_4f1a', ip: '203.0.113.9', user_agent: 'Mozilla/5.0' },
  check: addressFaults,
  output: Type.Object({
    allowed: Type.Boolean({ description: 'End the session if this is false.' }),
    active_elsewhere: Type.Boolean({
      description: 'Whether another session of the account is live at another address.',
      examples: [false],
    }),
  }),
  errors: ['not_found'],

  async run(ctx, session) {
    const { account_id, ip } = session;
    const locked = await isLocked(ctx.ports, ctx.now, { account_id, ip: readAddress(ip) });
    if (locked && !session.ended) {
      await countRefused(ctx.db, ctx.now(), 'locked');
      return { allowed: false, active_elsewhere: false };
    }

    const outcome = await trackBrowser(ctx, session);
    if (outcome === 'unknown_account')
      return ctx.fail('not_found', { detail: `No account has the account_id '${account_id}'.` });
    const elsewhere = outcome === 'elsewhere';
    if (elsewhere) await countRefused(ctx.db, ctx.now(), 'elsewhere');
    return { allowed: !elsewhere && !locked, active_elsewhere: elsewhere };
  },
});

/** Counts a heartbeat that was refused, by day in UTC. */
const countRefused = (db: Db, at: Date, reason: 'locked' | 'elsewhere'): Promise<void> =>
  run(db)`
    insert into identity_refused_heartbeats as counted (day, reason, heartbeats)
    values ((${at}::timestamptz at time zone 'UTC')::date, ${reason}, 1)
    on conflict (day, reason) do update set heartbeats = counted.heartbeats + 1`;
