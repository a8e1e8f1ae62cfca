import Type, { type Static } from 'typebox';
import { instant, instantOrNull, orNull } from '#core/shapes.ts';
import { rateLimitBounds } from '#domains/accounts/index.ts';

const creditsMax = 100_000_000;
/** ₹1 crore, in paise. */
const amountMax = 1_000_000_000;

/** Members of a plan that a contract decides too. */
export const termsMembers = {
  credits: Type.Integer({
    minimum: 0,
    maximum: creditsMax,
    description: 'Each month for a plan, once for a pack.',
    examples: [80],
  }),
  amount: Type.Integer({
    minimum: 0,
    maximum: amountMax,
    description: 'The price in paise, GST included.',
    examples: [39_900],
  }),
  rate_limit_per_min: Type.Integer({
    minimum: rateLimitBounds.min,
    maximum: rateLimitBounds.max,
    description: 'Requests per minute for each key.',
    examples: [60],
  }),
  mcp: Type.Boolean({ description: 'Whether agents can connect over MCP.' }),
  priority_processing: Type.Boolean({ description: 'Whether lookups have a priority lane.' }),
};

export const CatalogueEntry = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z][a-z0-9_]{0,39}$',
      description: 'Small letters, digits and `_`. It can’t change later.',
      examples: ['growth'],
    }),
    kind: Type.Enum(['monthly', 'topup'], { description: '`monthly` for a plan, `topup` for a pack.' }),
    name: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '\\S',
      description: 'The name that people read, also on invoices.',
      examples: ['Growth'],
    }),
    description: Type.String({ minLength: 1, maxLength: 300, description: 'Its purpose, in a sentence.' }),
    ...termsMembers,
    highlighted: Type.Boolean({ description: 'Emphasise it in the price list.' }),
    cta: Type.Enum(['checkout', 'contact', 'none'], {
      description:
        '`checkout`: listed and sold. `contact`: sold by agreement. `none`: not sold; operators can assign it with a key.',
    }),
  },
  { title: 'CatalogueEntry', additionalProperties: false },
);

export const entries = Type.Array(CatalogueEntry, {
  minItems: 1,
  maxItems: 60,
  description: 'All plans and packs, in the order of the price list.',
});

export const EntryChange = Type.Object(
  {
    id: Type.String({ description: 'The plan or pack.', examples: ['growth'] }),
    member: orNull(
      Type.String({ examples: ['amount'] }),
      'The changed member. Null for a plan or pack that is new. `position` for its place in the list.',
    ),
    before: Type.Unknown({ description: 'The value before. Null for a plan or pack that is new.' }),
    after: Type.Unknown({ description: 'The value after.' }),
  },
  { title: 'CatalogueEntryChange' },
);
export type EntryChange = Static<typeof EntryChange>;

export const CatalogueVersion = Type.Object(
  {
    version: Type.Integer({ description: 'The number of the change.' }),
    changes: Type.Array(EntryChange, { description: 'The changes it made.' }),
    effective_at: instant('When it takes effect.'),
    reason: Type.String({ description: "The operator's reason.", examples: ['Prices of 2027'] }),
    actor: Type.String({ description: 'The operator.', examples: ['mira'] }),
    created_at: instant('When the operator made it.'),
    withdrawn_at: instantOrNull('When an operator withdrew it before it took effect.'),
    withdrawn_by: orNull(Type.String(), 'The operator who withdrew it.'),
  },
  { title: 'CatalogueVersion' },
);
export type CatalogueVersion = Static<typeof CatalogueVersion>;

export const Version = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2_000_000_000, description });

export const ChangedCatalogue = Type.Object({
  version: Version('The new version. The one in force if nothing changes.'),
  changes: Type.Array(EntryChange, { description: 'The differences from the version before.' }),
  effective_at: instantOrNull('When it takes effect. Null if nothing changes.'),
});
