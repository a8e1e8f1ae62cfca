import type { ImportReport } from '#web/console/views/directory/types.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { ImportCounts } from './import-counts.tsx';
import { ImportStatus, isMoving } from './import-status.tsx';

/** The outcome of an import. */
export function ImportFacts({ of }: { of: ImportReport }) {
  return (
    <Card>
      {of.detail && <p class="lines">{of.detail}</p>}
      {of.status === 'interrupted' && (
        <p>
          Rows imported so far are kept. <a href="/console/directory/import">Send the same file again</a> to
          continue after line {countOf(of.lines)}.
        </p>
      )}
      <div class="side-by-side">
        <Facts
          of={[
            ['Status', <ImportStatus of={of.status} />],
            ['Lines', countOf(of.lines)],
            ['Started', <Time at={of.started_at} />],
            ['Ended', of.finished_at && <Time at={of.finished_at} />],
            ['Took', timeText(of.duration_ms)],
            ['Format', of.format?.toUpperCase() ?? '–'],
            !isMoving(of) && of.status !== 'taken_back' && ['Can be undone', 'At any time'],
          ]}
        />
        <ImportCounts of={of} />
      </div>
    </Card>
  );
}

const timeText = (ms: number): string => (ms < 1000 ? `${countOf(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
