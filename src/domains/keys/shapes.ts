import { type Static, Type } from 'typebox';
import { instantOrNull, orNull } from '#core/shapes.ts';
import { shownCidr } from '#values/ip-addresses/index.ts';
import { banDetailOf, isForever, type Key, keyStatuses, rateOf, statusOf } from './rules.ts';

const modeWords = '`test` answers from a small fictional directory and spends nothing.';
const KeyMode = Type.Enum(['live', 'test'], { description: modeWords });
export const KeyModeOrLive = Type.Enum(['live', 'test'], { default: 'live', description: modeWords });

export const KeyStatus = Type.Enum([...keyStatuses], {
  description:
    '`active`; `banned` for good after a newer key replaced it, or until an operator lifts the ban; `revoked`; `expired`.',
});

/** In paths and bodies. */
export const KeyId = Type.String({ minLength: 1, maxLength: 100, description: '`id` of the key.' });

/** What everybody who may see a key sees of it; its text is shown once, when it is made. */
const keyMembers = {
  id: Type.String({ description: 'Names the key; it opens nothing.' }),
  account_id: Type.String(),
  prefix: Type.String({ description: 'Enough of the key to recognise it by, such as `cty_live_4fRz…q7Tk`.' }),
  plan: Type.String({ description: '`none` while no plan was ever bought or given.' }),
  mode: KeyMode,
  status: KeyStatus,
  rate_limit_per_min: Type.Integer({ description: 'Requests admitted in a 60-second window.' }),
  allowed_ips: Type.Array(Type.String(), {
    description: 'Addresses and CIDRs from which the key may be used; empty for all.',
  }),
  created_at: Type.String({ format: 'date-time' }),
  expires_at: instantOrNull('When the key ends; null when it does not.'),
};

export const KeyMetadata = Type.Object(keyMembers);
export type KeyMetadata = Static<typeof KeyMetadata>;

export const KeyForOperators = Type.Object({
  ...keyMembers,
  email: orNull(Type.String(), "The account's e-mail."),
  note: Type.String(),
  banned_at: instantOrNull('When the key was banned.'),
  ban_reason: orNull(Type.String(), '`replaced` or `rate_limit`.'),
  revoked_at: instantOrNull('When the key was revoked.'),
  replaced_by: orNull(Type.String(), 'The `id` of the newer key.'),
});
export type KeyForOperators = Static<typeof KeyForOperators>;

export const RawKey = Type.String({
  description: 'The key itself, shown this once and never again: only its hash is kept.',
});

const allowedIpsWords = 'Addresses or CIDRs, comma-separated, at most 100; empty allows every address.';
export const AllowedIpsOrAll = Type.String({ maxLength: 5000, default: '', description: allowedIpsWords });

export const AllowedIpsOrSame = Type.String({
  maxLength: 5000,
  description: `${allowedIpsWords} Left out, the restriction stays as it is.`,
});

const days = { minimum: 1, maximum: 3650, description: 'Days of 24 hours from now.' };
export const ExpiresInDays = Type.Integer(days);
export const ExpiresInDaysOr90 = Type.Integer({ ...days, default: 90 });

export const keyOnWire = (key: Key, now: Date): KeyMetadata => ({
  id: key.id,
  account_id: key.account.accountId,
  prefix: key.prefix,
  plan: key.plan,
  mode: key.mode,
  status: statusOf(key, now),
  rate_limit_per_min: rateOf(key),
  allowed_ips: key.allowedCidrs.map(shownCidr),
  created_at: key.createdAt.toISOString(),
  expires_at: isForever(key.expiresAt) ? null : key.expiresAt.toISOString(),
});

/** Told where a key is made or given: a newcomer wouldn't look for a ban in its `status`. */
export const banMembers = {
  banned: Type.Boolean({ description: 'Whether the key is refused until an operator lifts its ban.' }),
  ban_detail: orNull(Type.String(), 'Why it is banned, in a sentence for people.'),
};
export const banOnWire = (key: Key) => ({
  banned: key.bannedAt !== null,
  ban_detail: key.bannedAt && banDetailOf(key),
});

export const keyForOperators = (key: Key, now: Date): KeyForOperators => ({
  ...keyOnWire(key, now),
  email: key.email,
  note: key.note,
  banned_at: key.bannedAt?.toISOString() ?? null,
  ban_reason: key.banReason,
  revoked_at: key.revokedAt?.toISOString() ?? null,
  replaced_by: key.replacedBy,
});
