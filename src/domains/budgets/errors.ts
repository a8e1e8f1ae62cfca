import Type from 'typebox';
import type { ErrorDefinitions } from '#core/failure.ts';
import { orNull, text } from '#core/shapes.ts';

export const budgetErrors = {
  budget_reached: {
    status: 402,
    title: 'A budget is reached',
    retryable: false,
    when: 'A budget of the account or of the key has no credits left in this day or month. Hits and misses are refused alike. Nothing was charged.',
    remedy: 'Wait until `starts_again_at`, or raise the budget in the dashboard, under Credits.',
    members: {
      budget: Type.Object(
        {
          id: text('The `id` of the budget.', 'bud_0Fz8Ib2XJb9vQe3t1mKp7c'),
          scope: Type.Enum(['account', 'key', 'job'], { description: 'The account, a key or a job.' }),
          period: orNull(Type.Enum(['day', 'month']), 'Null for a job’s limit, which never starts again.'),
          credits: Type.Integer({ description: 'The most that may be spent.', examples: [100] }),
          spent: Type.Integer({
            description: 'Credits spent, or set aside for work in progress.',
            examples: [100],
          }),
        },
        { description: 'The budget that is reached.' },
      ),
      starts_again_at: orNull(
        Type.String({ format: 'date-time' }),
        'When the budget starts again. ISO 8601, UTC.',
      ),
    },
  },
} satisfies ErrorDefinitions;
