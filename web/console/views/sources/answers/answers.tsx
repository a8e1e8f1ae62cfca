import { downloadOf } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Tabs } from '#web/shared/layout/tabs.tsx';
import { addressWith, useQuery } from '#web/shared/shell/use-query.ts';
import { AnswersByDay } from './answers-by-day.tsx';
import { AnswersBySource } from './answers-by-source.tsx';

const path = '/console/sources/answers';
const lengths = [7, 30, 90, 365];
const usual = 30;

/** What sources answered and cost, by day: all of them, or one. */
export default function Answers() {
  const [query] = useQuery();
  const days = lengths.find((length) => String(length) === query.days) ?? usual;
  const asked = { days, ...(query.source ? { source: query.source } : {}) };
  const answers = useAnswer('GET /api/v1/admin/sources/answers', { query: asked });
  const addressFor = (length: number) =>
    addressWith(path, query, { days: length === usual ? null : String(length) });
  const csv = `/api/v1/admin/sources/answers/csv?${new URLSearchParams({ ...asked, days: String(days) })}`;
  return (
    <Page
      title="Answers by source"
      actions={
        <a class="button" href={downloadOf(csv)} download>
          Download as CSV
        </a>
      }
    >
      <Tabs label="Range" of={lengths.map((length) => [addressFor(length), `${length} days`])} />
      {query.source && (
        <p>
          Only {query.source}. <a href={addressWith(path, query, { source: null })}>Show all sources</a>
        </p>
      )}
      <Show of={answers}>
        {(value) =>
          value.days.length === 0 ? (
            <Empty title="No source was asked in these days." />
          ) : (
            <>
              <AnswersByDay of={value.days} days={days} />
              <AnswersBySource of={value} days={days} />
            </>
          )
        }
      </Show>
    </Page>
  );
}
