import type { PartProps } from '#web/console/views/account/part-props.ts';
import { Paged } from '#web/shared/lists/paged.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { FactLine } from './fact-line.tsx';
import './journey.css';

/** Every dated fact about the account, oldest first. */
export function JourneyPart({ account: { account_id } }: PartProps) {
  const facts = useListing('GET /api/v1/admin/growth/journey', { query: { account_id, limit: 100 } });
  return (
    <Paged of={facts} empty="Nothing has happened yet." next="Show what came next">
      {(more) => (
        <div class="stack">
          <ol class="journey" aria-label="Journey, oldest first">
            {facts.items.map((fact, at) => (
              <FactLine key={at} of={fact} />
            ))}
          </ol>
          <div>{more}</div>
        </div>
      )}
    </Paged>
  );
}
