import { type Static, Type } from 'typebox';
import { isForever } from '#core/clock.ts';
import { instant, instantOrNull, optionalReason, orNull, trimmed } from '#core/shapes.ts';
import { rateLimitBounds } from '#domains/accounts/index.ts';
import { shownCidr } from '#values/ip-addresses/index.ts';
import { banDetailOf, type Key, keyStatuses, limitOf, shownPlanOf, statusOf } from './rules.ts';

const modeWords = 'A `test` key answers from a small fictional directory and spends nothing.';
const KeyMode = Type.Enum(['live', 'test'], { description: modeWords });
export const KeyModeOrLive = Type.Enum(['live', 'test'], { default: 'live', description: modeWords });

export const KeyStatus = Type.Enum([...keyStatuses], {
  description:
    '`active`; `banned`, until an operator lifts the ban or permanently if the key was replaced; `revoked`; `expired`.',
});

/** For paths and bodies. */
export const KeyId = Type.String({ minLength: 1, maxLength: 100, description: "The key's `id`." });

export const KeyName = Type.String({
  ...trimmed,
  minLength: 1,
  maxLength: 100,
  description: 'A name for people, such as the program that uses the key.',
});

/** Why an operator changes a key. */
export const KeyReason = optionalReason('For the audit log.');

/** The members for everyone who may see a key. Its text is shown only once, on creation. */
const keyMembers = {
  id: Type.String({ description: 'Identifies the key. It grants no access.' }),
  account_id: Type.String(),
  name: Type.String({ description: 'The name that the account gave the key. Empty if it has none.' }),
  prefix: Type.String({
    description: 'The beginning of the key, to recognise it by, such as `cty_live_4fRzq7Tk`.',
  }),
  plan: Type.String({ description: '`none` until a plan is bought or assigned.' }),
  mode: KeyMode,
  status: KeyStatus,
  rate_limit_per_min: Type.Integer({ description: 'Requests per 60-second window.' }),
  chosen_rate_per_min: orNull(
    Type.Integer(),
    'The rate that the account chose for this key alone, if any. The key never gets more than its account, whose keys share one rate.',
  ),
  allowed_ips: Type.Array(Type.String(), {
    description: 'Addresses and CIDRs the key may be used from. Empty allows every address.',
  }),
  created_at: instant('When the key was created.'),
  expires_at: instantOrNull('When the key expires. Null if it does not.'),
};

export const KeyMetadata = Type.Object(keyMembers);
export type KeyMetadata = Static<typeof KeyMetadata>;

export const KeyForOperators = Type.Object({
  ...keyMembers,
  email: orNull(Type.String(), "The account's email."),
  note: Type.String({ description: 'The note that an operator made about the key.' }),
  banned_at: instantOrNull('When the key was banned.'),
  ban_reason: orNull(Type.String(), '`replaced` or `rate_limit`.'),
  revoked_at: instantOrNull('When the key was revoked.'),
  replaced_by: orNull(Type.String(), 'The `id` of the newer key.'),
});
export type KeyForOperators = Static<typeof KeyForOperators>;

export const RawKey = Type.String({
  description: 'The key itself. It is shown only once, because only its hash is stored.',
});

const allowedIpsWords = 'Up to 100 addresses or CIDRs, separated by commas. Empty allows every address.';
export const AllowedIpsOrAll = Type.String({ maxLength: 5000, default: '', description: allowedIpsWords });

export const AllowedIpsOrSame = Type.String({
  maxLength: 5000,
  description: `${allowedIpsWords} Omit it to keep the current restriction.`,
});

export const RateOrSame = orNull(
  Type.Integer({ minimum: 1, maximum: rateLimitBounds.max }),
  'Requests per 60-second window. Null leaves it to the account and the plan. Omit it to keep the current rate.',
);

export const ChosenRate = orNull(
  Type.Integer({ minimum: 1, maximum: rateLimitBounds.max }),
  'Requests per 60-second window for this key alone: at most the rate of the account. Null: no limit of its own.',
);

const days = { minimum: 1, maximum: 3650, description: 'Days of 24 hours, counted from now.' };
export const ExpiresInDays = Type.Integer(days);
export const ExpiresInDaysOr90 = Type.Integer({ ...days, default: 90 });

export function keyOnWire(key: Key, now: Date): KeyMetadata {
  const { id, account_id, name, prefix, mode, created_at, expires_at } = key;
  return {
    id,
    account_id,
    name,
    prefix,
    plan: shownPlanOf(key),
    mode,
    status: statusOf(key, now),
    rate_limit_per_min: limitOf(key),
    chosen_rate_per_min: key.chosen_rate,
    allowed_ips: key.allowed_ips.map(shownCidr),
    created_at,
    expires_at: isForever(expires_at) ? null : expires_at,
  };
}

/** Shown when a key is created or returned, because a newcomer wouldn't look for a ban in `status`. */
export const banMembers = {
  banned: Type.Boolean({ description: 'Whether the key is banned until an operator lifts the ban.' }),
  ban_detail: orNull(Type.String(), 'The reason for the ban, in a sentence for people.'),
};
export const banOnWire = (key: Key) => {
  const banned = key.banned_at !== null && key.revoked_at === null;
  return { banned, ban_detail: banned ? banDetailOf(key) : null };
};

/** The answer that creates a key in place of another. */
export const ReplacedKey = Type.Object({
  key: RawKey,
  ...KeyMetadata.properties,
  ...banMembers,
  replaced: Type.Object(
    {
      id: Type.String(),
      prefix: Type.String(),
      works_until: instantOrNull('When the old key stops working. Null if it already has.'),
    },
    { description: 'The key that was replaced.' },
  ),
});

export function keyForOperators(key: Key, now: Date): KeyForOperators {
  const { email, note, banned_at, ban_reason, revoked_at, replaced_by } = key;
  return { ...keyOnWire(key, now), email, note, banned_at, ban_reason, revoked_at, replaced_by };
}

/** A key in an event. */
export const keyInEvent = ({ id, prefix, name }: { id: string; prefix: string; name: string | null }) => ({
  id,
  prefix,
  name: name ?? '',
});
