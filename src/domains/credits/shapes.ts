import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull, text } from '#core/shapes.ts';

export const NextExpiry = orNull(
  Type.Object(
    {
      at: instant('When they expire.'),
      credits: Type.Integer({ description: 'How many expire then.' }),
    },
    { title: 'NextExpiry' },
  ),
  'When the next credits expire, and how many. Null if none expire.',
);

/** For answers that show the balance beside something else. */
export const ShortBalance = Type.Object(
  {
    balance: Type.Integer({ description: 'Credits available to spend now.' }),
    held: Type.Integer({ description: 'Credits set aside for work in progress.' }),
    next_expiry: NextExpiry,
  },
  { title: 'ShortBalance', description: 'The credits of the account.' },
);

export const LookupKey = Type.Object(
  {
    id: Type.String(),
    prefix: Type.String(),
    note: Type.String({ description: 'The note of the key.' }),
  },
  { title: 'LookupKey' },
);

export const LookupJob = Type.Object(
  { id: Type.String(), name: orNull(Type.String(), 'The name of the job.') },
  { title: 'LookupJob' },
);

export const BalanceReport = Type.Object({
  account_id: Type.String(),
  balance: Type.Integer({ description: 'Credits available to spend now.' }),
  held: Type.Integer({ description: 'Credits set aside for work in progress.' }),
  lots: Type.Array(
    Type.Object({
      source: text('Where the credits came from: `plan`, `topup`, `promo`, `operator`, `key` or `refund`.'),
      granted: Type.Integer({ description: 'Credits the lot began with.' }),
      available: Type.Integer({ description: 'Credits that can be spent now.' }),
      held: Type.Integer({ description: 'Credits set aside for work in progress.' }),
      expires_at: instantOrNull('When the credits expire. Null if they never do.'),
    }),
    { description: 'Unexpired lots in spending order: soonest expiry first.' },
  ),
  next_expiry: NextExpiry,
});
export type BalanceReport = Static<typeof BalanceReport>;

/** Indexed by the ledger's `kind`, which starts at 1. */
export const movementKinds = [
  'grant',
  'spend',
  'hold',
  'settle',
  'release',
  'expire',
  'revoke',
  'refund',
] as const;

export const Movement = Type.Object({
  id: Type.Integer({ description: 'Increases with every movement of the account.' }),
  at: instant('When it happened.'),
  kind: Type.Enum([...movementKinds], { description: 'Kind of movement.' }),
  credits: Type.Integer({ description: 'Credits moved, always positive.' }),
  change: Type.Integer({ description: 'Effect on the balance: positive for grants, negative for spends.' }),
  balance_after: Type.Integer({ description: 'Credits the account had afterwards.' }),
  reason: text('Why it happened, such as the lookup or the payment.'),
  lot: Type.Object(
    {
      id: Type.Integer(),
      source: text('Where the credits came from: `plan`, `topup`, `promo`, `operator`, `key` or `refund`.'),
      reference: text('Origin of the lot, such as a payment or a promo code.'),
      expires_at: instantOrNull('When the credits expire. Null if they never do.'),
    },
    { description: 'The lot that it changed.' },
  ),
  lookup: orNull(
    Type.Object({
      id: Type.String({ description: 'Its answer can be fetched by this id for 24 hours.' }),
      opened_from: orNull(
        Type.String(),
        'Where it came from: `api`, `dashboard`, `extension` or `mcp` (an agent). Null until it is answered.',
      ),
      key: orNull(LookupKey, 'The API key. Null if none was used, and until the lookup is answered.'),
      job: orNull(LookupJob, 'The bulk job. Null for a single lookup.'),
      sources: Type.Array(Type.String(), {
        description:
          'The sources of its values, at most 20: for `history_days`, and until the person has been removed.',
      }),
    }),
    'The lookup that spent, set aside or freed the credits. Null for all other movements.',
  ),
});
export type Movement = Static<typeof Movement>;

export const GrantReport = Type.Object(
  {
    id: Type.Integer({ description: "The lot's id." }),
    account_id: Type.String(),
    email: orNull(Type.String()),
    source: text('Where the credits came from.'),
    credits: Type.Integer({ description: 'Credits granted.' }),
    available: Type.Integer({ description: 'Credits that can be spent now.' }),
    held: Type.Integer({ description: 'Credits set aside for work in progress.' }),
    spent: Type.Integer({ description: 'Credits spent.' }),
    expired: Type.Integer({ description: 'Credits that expired before they were spent.' }),
    revoked: Type.Integer({ description: 'Credits taken back.' }),
    reason: text("The operator's reason."),
    granted_by: text('The operator.'),
    created_at: instant('When they were granted.'),
    expires_at: instantOrNull('When the credits expire. Null if they never do.'),
  },
  { title: 'CreditGrant', description: 'The credits, and what became of them.' },
);
export type GrantReport = Static<typeof GrantReport>;
