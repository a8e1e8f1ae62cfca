import Type, { type Static } from 'typebox';
import { instant, orNull, text } from '#core/shapes.ts';

export const periods = ['day', 'month'] as const;
export const creditsMax = 1_000_000_000;

export const BudgetId = Type.String({ minLength: 1, maxLength: 100, description: 'The `id` of the budget.' });

export const BudgetPeriod = Type.Enum([...periods], {
  description: 'A calendar day or month in the account’s time zone.',
});

const BudgetKey = Type.Object(
  {
    id: Type.String({ description: 'The `id` of the key. A key that replaces it shares the budget.' }),
    name: text('The name of the key. Empty if it has none.'),
    prefix: text('The beginning of the key.'),
  },
  { title: 'BudgetKey', description: 'The key that the budget limits.' },
);

export const Budget = Type.Object(
  {
    id: Type.String({ examples: ['bud_0Fz8Ib2XJb9vQe3t1mKp7c'] }),
    scope: Type.Enum(['account', 'key'], {
      description: 'What it limits: everything the account spends, or what one of its keys spends.',
    }),
    key: orNull(BudgetKey, 'Null for the account.'),
    period: BudgetPeriod,
    credits: Type.Integer({ description: 'The most that may be spent in a period.' }),
    spent: Type.Integer({ description: 'Credits spent in this period, or set aside for work in progress.' }),
    left: Type.Integer({ description: 'Credits left in this period.' }),
    time_zone: Type.String({ description: 'The account’s time zone.', examples: ['Asia/Kolkata'] }),
    started_at: instant('When this period began.'),
    starts_again_at: instant('When the next period begins.'),
  },
  { title: 'Budget' },
);
export type Budget = Static<typeof Budget>;
