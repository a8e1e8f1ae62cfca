import { Card } from '#web/shared/layout/card.tsx';
import { type Fact, Facts } from '#web/shared/layout/facts.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { percentOf } from './percent.ts';
import { SourceState } from './source-state.tsx';
import type { Source } from './types.ts';

/** How a source does. */
export function SourceFacts({ of: source }: { of: Source }) {
  const { last_30_days: days, vendor_refusal: refusal, clients } = source;
  return (
    <div class="side-by-side">
      <Card title="Now">
        <Facts
          of={[
            ['State', <SourceState of={source} />],
            source.reason !== null && ['Why', source.reason],
            refusal && ['The vendor refuses', refusal.reason],
            refusal && ['Since', <Time at={refusal.since} />],
            ['Networks', source.networks.join(', ')],
            ['Finds', source.fields.join(', ')],
            ...clients.map(
              ({ name, breaker, paused_until }): Fact => [
                `Connection ${name}`,
                paused_until ? (
                  <>
                    paused until <Time at={paused_until} />
                  </>
                ) : breaker === 'closed' ? (
                  'open for requests'
                ) : (
                  breaker
                ),
              ],
            ),
          ]}
        />
      </Card>
      <Card title="Last 30 days">
        <Facts
          of={[
            ['Asked', countOf(days.asked)],
            ['Found', countOf(days.found)],
            ['Not found', countOf(days.not_found)],
            ['Failed', countOf(days.failed)],
            ['Hit rate', percentOf(days.hit_rate)],
            ['Mean time', days.latency_ms === null ? null : `${countOf(days.latency_ms)} ms`],
            ['Cost', rupeesOf(days.cost_paise)],
            days.uncertain_paise > 0 && ['Perhaps not charged', rupeesOf(days.uncertain_paise)],
          ]}
        />
      </Card>
    </div>
  );
}
