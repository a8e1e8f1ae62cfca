import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';

/** Checks of emails in the last 24 hours. Its settings are with the others. */
export default function Verification() {
  const report = useAnswer('GET /api/v1/admin/verification');
  return (
    <Page
      title="Verification"
      intro="Checks of emails in the last 24 hours"
      actions={
        <a class="button" href="/console/settings">
          Settings
        </a>
      }
    >
      <Show of={report}>
        {({ hours, servers }) =>
          hours.length === 0 ? (
            <Empty title="No mail server was asked.">
              <p>Switch verification_on in the settings.</p>
            </Empty>
          ) : (
            <>
              <Card title="By hour">
                <Table
                  label="By hour"
                  items={hours}
                  keyOf={({ hour }) => hour}
                  columns={[
                    { title: 'Hour', cell: ({ hour }) => <Time at={hour} /> },
                    { title: 'Questions', isNumber: true, cell: ({ asked }) => countOf(asked) },
                    { title: 'Reached', isNumber: true, cell: ({ connected }) => countOf(connected) },
                  ]}
                />
              </Card>
              <Card title="Servers asked most">
                <Table
                  label="Servers asked most"
                  items={servers}
                  keyOf={({ host }) => host}
                  columns={[
                    { title: 'Server', cell: ({ host }) => host },
                    { title: 'Questions', isNumber: true, cell: ({ asked }) => countOf(asked) },
                  ]}
                />
              </Card>
            </>
          )
        }
      </Show>
    </Page>
  );
}
