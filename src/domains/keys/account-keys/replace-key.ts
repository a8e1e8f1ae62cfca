import { sql } from 'kysely';
import { daysAfter } from '#core/clock.ts';
import type { Context } from '#core/context.ts';
import { queueEvent } from '#domains/webhooks/index.ts';
import { type Key, statusOf } from '../rules.ts';
import { banOnWire, keyInEvent, keyOnWire } from '../shapes.ts';
import { issueKey, updateKey } from '../sql/key-changes.ts';
import { moveBanAlert } from '../sql/violations.ts';
import { mailNewKey } from './key-mail.ts';

interface Replacement {
  /** How long the new key lasts. Null: it does not expire. */
  days: number | null;
  /** CIDRs. Those of the old key if undefined. */
  allowedIps: readonly string[] | undefined;
  /** How long the old key still works. 0 bans it at once. */
  overlapMs: number;
}

/** Issues a key in place of another one, which ends. Lock the old one first, so that a ban that is being written is carried over. */
export async function replaceKey(
  ctx: Pick<Context, 'db' | 'enqueue' | 'ports' | 'afterCommit' | 'now'>,
  old: Key,
  { days, allowedIps, overlapMs }: Replacement,
) {
  const now = ctx.now();
  const { key, text } = await issueKey(ctx.db, {
    account: old.account,
    name: old.name,
    mode: old.mode,
    plan: old.plan,
    terms: old.terms,
    rate_limit_per_min: old.own_rate,
    chosen_rate: old.chosen_rate,
    allowed_ips: allowedIps ?? old.allowed_ips,
    note: old.note,
    expires_at: days === null ? null : daysAfter(now, days),
    instead: old,
  });
  if (key.banned_at) await moveBanAlert(ctx.db, old.id, key);
  await mailNewKey(ctx, key);

  const worksUntil =
    overlapMs > 0 && statusOf(old, now) === 'active'
      ? new Date(Math.min(old.expires_at.getTime(), now.getTime() + overlapMs))
      : null;
  await updateKey(ctx, old.id, {
    replaced_by: key.id,
    ...(worksUntil ? { expires_at: worksUntil } : bannedAtOnce),
  });
  await queueEvent(ctx, {
    account: old.account,
    type: 'key.replaced',
    subject: key.id,
    data: { key: keyInEvent(key), replaced: { id: old.id, prefix: old.prefix }, works_until: worksUntil },
  });
  return {
    key: text,
    ...keyOnWire(key, now),
    ...banOnWire(key),
    replaced: { id: old.id, prefix: old.prefix, works_until: worksUntil },
  };
}

/** An earlier ban keeps its time and reason. */
const bannedAtOnce = {
  banned_at: sql<Date>`coalesce(banned_at, clock_timestamp())`,
  ban_reason: sql<string>`coalesce(ban_reason, 'replaced')`,
};
