import type { Answer } from '#client';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { counted, countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { QualityBars } from './quality-bars.tsx';
import { SourceTable } from './source-table.tsx';

type Report = Answer<'GET /api/v1/admin/directory/quality'>;

/** How good the directory's contacts are: of all sources together or of one, and the sources beside each other. */
export default function Quality() {
  const report = useAnswer('GET /api/v1/admin/directory/quality');
  return (
    <Page
      title="Quality of the directory"
      intro="How complete, old and contradictory the stored contacts are."
    >
      <Show of={report}>{(value) => <Figures of={value} />}</Show>
    </Page>
  );
}

function Figures({ of: report }: { of: Report }) {
  const [query] = useQuery();
  if (report.measured === 0)
    return (
      <Empty title="No figures yet.">
        <p>The directory is measured after each import, and once an hour if it changed.</p>
      </Empty>
    );
  const one = report.sources.find(({ source }) => source === query.source);
  return (
    <>
      <p>
        {measuredText(report)}, measured <Time at={report.measured_at} />.
      </p>
      {one && (
        <p>
          Only what {one.source} contributed.{' '}
          <a href="/console/directory/quality">Show the whole directory</a>
        </p>
      )}
      <QualityBars of={one ?? report.all} />
      {report.sources.length > 0 && (
        <Card title="By source">
          <SourceTable of={report} />
        </Card>
      )}
    </>
  );
}

const measuredText = ({ profiles, measured }: Report): string =>
  measured < profiles
    ? `${countOf(measured)} of ${countOf(profiles)} profiles, chosen at random`
    : counted(measured, 'profile');
