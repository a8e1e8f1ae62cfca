import Type, { type Static } from 'typebox';
import type { Db } from '#core/context.ts';
import { instant, instantOrNull, orNull, text } from '#core/shapes.ts';
import { planIdsOf } from '#domains/billing/index.ts';
import { balancesOf } from '#domains/credits/index.ts';
import { lockedAmong, mailboxesOf } from '#domains/identity/index.ts';
import { currentKeysOf, keyStatuses } from '#domains/keys/index.ts';
import { namesOf } from '#domains/onboarding/index.ts';
import { lastCallsOf } from '#domains/usage/index.ts';
import { numbersOf } from '#domains/whatsapp/index.ts';
import { foldedMailbox } from '#values/contacts/index.ts';
import type { FoundAccount } from './sql.ts';

export const AccountReport = Type.Object(
  {
    account_id: Type.String(),
    email: orNull(Type.String()),
    other_emails: Type.Array(Type.String(), {
      description: 'Other claimed mailboxes, without tags, and without dots at Gmail.',
    }),
    name: orNull(Type.String(), 'From its newest business profile.'),
    created_at: instant('When it was created.'),
    closed_at: instantOrNull('When it was closed. Null while it is open.'),
    locked: Type.Boolean({ description: 'Whether a lock on it, its email or a handle is in force.' }),
    balance: Type.Integer({ description: 'Credits it can spend now.' }),
    plan_ids: Type.Array(Type.String(), { description: 'Plans and packs it has now, most expensive first.' }),
    rate_limit_per_min: orNull(Type.Integer(), 'The rate set for it. Null when its plan or key decides.'),
    key: orNull(
      Type.Object({
        id: Type.String(),
        prefix: Type.String(),
        status: Type.Enum([...keyStatuses], { description: '`banned` and `revoked` keys open nothing.' }),
      }),
      'Its newest active live key, else its newest. Null without one.',
    ),
    whatsapp: orNull(
      Type.Object({
        number: text('Masked.'),
        verified_at: instantOrNull('When it was verified.'),
      }),
      'Its WhatsApp number. Null without one.',
    ),
    last_call_at: instantOrNull('When it made its last lookup.'),
  },
  {
    title: 'AccountReport',
    description: 'An account with a part of each domain.',
    examples: [
      {
        account_id: 'acme-42',
        email: 'asha@asha.example.com',
        other_emails: ['asha@works.example.com'],
        name: 'Asha Example',
        created_at: '2026-11-01T09:30:00.000Z',
        closed_at: null,
        locked: false,
        balance: 57,
        plan_ids: ['growth'],
        rate_limit_per_min: null,
        key: { id: 'key_4fR7sT2uVwX9yZ1aB3cD5e', prefix: 'cty_live_4fR7sT2u', status: 'active' },
        whatsapp: { number: '+12••••••143', verified_at: '2026-11-01T09:40:00.000Z' },
        last_call_at: '2026-11-20T09:30:00.000Z',
      },
    ],
  },
);
export type AccountReport = Static<typeof AccountReport>;

/** Adds each domain's part, with one statement for all accounts. */
export async function reportAccounts(
  db: Db,
  found: readonly FoundAccount[],
  now: Date,
): Promise<AccountReport[]> {
  const ids = found.map(({ id }) => id);
  // One after the other: an operator's question must not take every connection.
  const names = await namesOf(db, ids);
  const mailboxes = await mailboxesOf(db, ids);
  const locked = await lockedAmong(db, ids, now);
  const balances = await balancesOf(db, ids);
  const plans = await planIdsOf(db, ids);
  const keys = await currentKeysOf(db, ids, now);
  const numbers = await numbersOf(db, ids);
  const lastCalls = await lastCallsOf(db, ids);
  return found.map(({ id, email, ...account }) => ({
    ...account,
    email,
    other_emails: (mailboxes.get(id) ?? []).filter((each) => !email || each !== foldedMailbox(email)),
    name: names.get(id) ?? null,
    locked: locked.has(id),
    balance: balances.get(id) ?? 0,
    plan_ids: [...(plans.get(id) ?? [])],
    key: keys.get(id) ?? null,
    whatsapp: numbers.get(id) ?? null,
    last_call_at: lastCalls.get(id) ?? null,
  }));
}
