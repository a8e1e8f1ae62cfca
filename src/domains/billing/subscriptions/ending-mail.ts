import { type Block, type Draft, dayText, said } from '#domains/mails/index.ts';

interface EndingPlan {
  kind: 'subscription' | 'contract';
  name: string;
  ends_at: Date;
  /** Those that expire by then. */
  credits: number;
  /** Requests per minute. Null if they stay the same. */
  rates: { now: number; later: number } | null;
  losesAgents: boolean;
  /** Until when the cancellation can be undone. Null: it can't. */
  undo_until: Date | null;
}

/** Says what is lost with a plan that ends within a week, and how to keep it. */
export function endingMail(ending: EndingPlan, publicUrl: string): Draft {
  const { ends_at, credits, rates, losesAgents, undo_until } = ending;
  const link = `${publicUrl}/app/plans`;
  const plan = said(ending.name);
  const day = dayText(ends_at);
  const facts: (readonly [string, string])[] = [
    ['Credits that expire', String(credits)],
    ...(rates ? [['Requests per minute', `${rates.later} instead of ${rates.now}`] as const] : []),
    ...(losesAgents ? [['AI agents', 'can no longer connect'] as const] : []),
    ['API keys', rates ? 'keep working, at the lower rate' : 'keep working'],
  ];
  return {
    template: 'plan_ending',
    values: {
      ...{ plan_name: plan, ends_at: ends_at.toISOString(), credits: String(credits), plans_url: link },
      undo_until: undo_until?.toISOString() ?? '',
    },
    subject: `Your plan ${plan} ends on ${day}`,
    blocks: [
      `${plan} is not renewed after ${day}. From then on:`,
      { facts },
      'Credits of packs stay until they expire.',
      ...waysToKeep(ending, link),
    ],
  };
}

function waysToKeep({ kind, undo_until }: EndingPlan, link: string): Block[] {
  if (kind === 'contract') return ['To continue, contact us before it ends.'];
  return undo_until
    ? [
        `To keep the plan, undo the cancellation before ${dayText(undo_until)}:`,
        { link, label: 'Keep the plan' },
      ]
    : ['To continue, buy a plan:', { link, label: 'Plans' }];
}
