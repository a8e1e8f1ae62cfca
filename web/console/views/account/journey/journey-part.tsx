import type { PartProps } from '#web/console/views/account/part-props.ts';
import { Paged } from '#web/shared/lists/paged.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { counted } from '#web/shared/values/count.tsx';
import { type Fact, FactLine } from './fact-line.tsx';
import { isTechnical } from './fact-words.ts';
import './journey.css';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });

/** Every dated fact about the account by day, oldest first. Technical events are folded. */
export function JourneyPart({ account: { account_id } }: PartProps) {
  const facts = useListing('GET /api/v1/admin/growth/journey', { query: { account_id, limit: 100 } });
  const days = Map.groupBy(facts.items, ({ at }) => day.format(new Date(at)));
  return (
    <Paged of={facts} empty="Nothing has happened yet." next="Show what came next">
      {(more) => (
        <section class="stack" aria-label="Journey, oldest first">
          {[...days].map(([title, ofDay]) => (
            <Day key={title} title={title} facts={ofDay} />
          ))}
          <div>{more}</div>
        </section>
      )}
    </Paged>
  );
}

function Day({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const folded = facts.filter(isTechnical);
  const told = facts.filter((fact) => !isTechnical(fact));
  return (
    <section class="stack">
      <h2>{title}</h2>
      {told.length > 0 && <Facts of={told} />}
      {folded.length > 0 && (
        <details>
          <summary class="small faint">{counted(folded.length, 'technical event')}</summary>
          <Facts of={folded} />
        </details>
      )}
    </section>
  );
}

const Facts = ({ of }: { of: readonly Fact[] }) => (
  <ol class="journey">
    {of.map((fact, at) => (
      <FactLine key={at} of={fact} />
    ))}
  </ol>
);
