import type { ShowJourneyAnswer } from '#client';
import { Details } from '#web/console/parts/details.tsx';
import { Difference } from '#web/console/parts/difference.tsx';
import { worded } from '#web/console/parts/words.ts';
import { Badge, type Tone } from '#web/shared/values/badge.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { wordsOf } from './fact-words.ts';

export type Fact = ShowJourneyAnswer['items'][number];

/** Highlights what is bad for the customer or for us. */
const tones: Readonly<Record<string, Tone>> = {
  'key.banned': 'warn',
  'key.revoked': 'warn',
  'lock.created': 'bad',
  'payment.chargeback': 'bad',
  'payment.refund': 'warn',
  'webhook.failed': 'warn',
};

/** One fact: when, what, and the rest in small. */
export function FactLine({ of: { at, source, what, detail } }: { of: Fact }) {
  const { before, after, entry_id: _, ...told } = detail;
  const { title, rest } = wordsOf(what, told);
  return (
    <li class={source}>
      <div class="row">
        <strong>{title}</strong>
        <Badge tone={tones[what] ?? 'plain'}>{worded(source)}</Badge>
        <span class="small faint">
          <Time at={at} />
        </span>
      </div>
      <Details of={rest} />
      <Difference before={before} after={after} />
    </li>
  );
}
