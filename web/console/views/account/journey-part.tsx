import { useBusy } from '../../../shared/busy.ts';
import { Failed } from '../../../shared/failed.tsx';
import { useListing } from '../../../shared/listing.ts';
import { Loading } from '../../../shared/loading.tsx';
import type { PartProps } from './account.ts';
import { FactLine } from './fact-line.tsx';
import './journey.css';

/** Every dated fact about the account, oldest first. */
export function JourneyPart({ account: { account_id } }: PartProps) {
  const facts = useListing('GET /api/v1/admin/growth/journey', { query: { account_id, limit: 100 } });
  const [isBusy, more] = useBusy(facts.more);
  if (facts.isFresh) return facts.error ? <Failed error={facts.error} onRetry={facts.reload} /> : <Loading />;
  return (
    <div class="stack">
      <ol class="journey" aria-label="Journey, oldest first">
        {facts.items.map((fact, at) => (
          <FactLine key={at} of={fact} />
        ))}
      </ol>
      {facts.error !== undefined && <Failed error={facts.error} onRetry={facts.more} />}
      {facts.hasMore && (
        <div>
          <button type="button" aria-disabled={isBusy} onClick={() => more()}>
            {isBusy ? 'Loading…' : 'Show what came next'}
          </button>
        </div>
      )}
    </div>
  );
}
