import type { Answer } from '#client';
import { AlertList } from '#web/console/views/alerts/list.tsx';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Ago } from '#web/shared/values/ago.tsx';
import { Findings } from './findings.tsx';
import { Migrations } from './migrations.tsx';
import { Processes } from './processes.tsx';

export type Health = Answer<'GET /api/v1/admin/health'>;

const verdicts: Readonly<Record<Health['state'], string>> = {
  ok: 'The service is well.',
  warning: 'The service works. Look at the warnings.',
  fault: 'Something is lost or withheld. Start with the faults.',
};

/** Open alerts, and below them the state of the service now and in the last hour. */
export default function WhatIsWrong() {
  const alerts = useListing('GET /api/v1/admin/alerts', { query: { status: 'open', limit: 20 } });
  const health = useAnswer('GET /api/v1/admin/health', {}, { everyMs: 30_000 });
  const check = async () => {
    const { findings } = await api.call('POST /api/v1/admin/health/checks');
    const faults = findings.filter(({ state }) => state === 'fault').length;
    notify(faults === 0 ? 'Everything that was asked is in order.' : 'Something is wrong. See below.');
    await health.reload();
  };
  return (
    <Page
      title="What is wrong"
      intro="Alerts that need you, and the state of the service now and in the last hour."
    >
      <Card title="Needs you">
        <AlertList of={alerts} onChange={alerts.reload} />
      </Card>
      <Card
        title="State of the service"
        actions={<Action label="Check vendors and certificate" run={check} />}
      >
        <Show of={health}>
          {(value) => (
            <>
              <p>
                {verdicts[value.state]}{' '}
                <span class="small faint">
                  {value.outside_checked_at ? (
                    <>
                      Vendors and certificate: checked <Ago at={value.outside_checked_at} />.
                    </>
                  ) : (
                    'Vendors and certificate are checked every hour.'
                  )}
                </span>
              </p>
              <Findings of={value.findings} />
            </>
          )}
        </Show>
      </Card>
      <Show of={health}>
        {({ background_migrations: migrations }) => <Migrations of={migrations} onChange={health.reload} />}
      </Show>
      <Card title="Processes">
        <Show of={health}>{({ processes }) => <Processes of={processes} />}</Show>
      </Card>
    </Page>
  );
}
