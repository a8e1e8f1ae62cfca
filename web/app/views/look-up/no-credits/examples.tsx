import type { Answer } from '#client';
import { Found } from '#web/app/views/look-up/found.tsx';
import { foundWords } from '#web/app/views/look-up/recent/found-words.ts';
import { me } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';

type Example = Answer<'GET /internal/examples/{account_id}'>['items'][number];

/** People who don't exist, and the answer of the one that was chosen. */
export default function Examples({ of }: { of: Example[] }) {
  const [{ example }] = useQuery();
  const chosen = of[Number(example ?? NaN)];
  return (
    <>
      {chosen && <ExampleAnswer key={chosen.profile_url} link={chosen.profile_url} />}
      <Card title="Try it with people who don’t exist">
        <p class="faint">Their answers look like real ones and cost nothing.</p>
        <Table
          label="Fictional people"
          items={of}
          keyOf={({ profile_url }) => profile_url}
          href={(one) => `/app?example=${of.indexOf(one)}`}
          columns={[
            { title: 'Name', cell: ({ full_name }) => full_name },
            { title: 'What is found', cell: (one) => foundWords(one) },
            { title: 'Link', cell: ({ profile_url }) => profile_url.replace(/^https:\/\/(www\.)?/, '') },
          ]}
        />
      </Card>
    </>
  );
}

function ExampleAnswer({ link }: { link: string }) {
  const answer = useAnswer('POST /internal/examples/{account_id}', {
    path: { account_id: me },
    body: { profile_url: link },
  });
  return (
    <div aria-live="polite">
      <Show of={answer}>{(found) => <Found {...found} />}</Show>
    </div>
  );
}
