import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { DifferenceTable } from './difference-table.tsx';
import { changesOf, wayBack } from './history.ts';
import { ReviewDialog } from './review-dialog.tsx';
import type { Platform, Version } from './types.ts';
import { useReview } from './use-review.ts';
import './settings.css';

const shownFirst = 20;
const shownMax = 1000;

/** Earlier versions of the settings, with a rollback. */
export default function SettingsHistory() {
  const [limit, show] = useState(shownFirst);
  const platform = useAnswer('GET /api/v1/admin/platform', { query: { limit } });
  return (
    <Page
      title="Settings"
      intro="Every change of the settings. Going back makes a new version, so nothing is lost."
    >
      <Show of={platform}>
        {(value) => (
          <>
            <History of={value} onChanged={platform.reload} />
            {value.next_cursor !== null && limit < shownMax && (
              <div class="actions">
                <button type="button" onClick={() => show(Math.min(shownMax, limit * 5))}>
                  Show more
                </button>
              </div>
            )}
          </>
        )}
      </Show>
    </Page>
  );
}

function History({ of: platform, onChanged }: { of: Platform; onChanged: () => Promise<void> }) {
  const { review, ask } = useReview();
  const goBack = async (version: number) => {
    const back = await wayBack(platform, version);
    if (back.length === 0) return notify('The settings already have these values.');
    const title = version === 0 ? 'Return to the defaults?' : `Return to version ${version}?`;
    const reason = await ask({ title, act: 'Return to it', differences: back });
    if (reason === null) return;
    const body = { version, reason, expected_version: platform.version };
    await api.call('POST /api/v1/admin/platform/rollback', { body });
    notify(
      version === 0
        ? 'The defaults are in force again.'
        : `The settings of version ${version} are in force again.`,
    );
    await onChanged();
  };
  if (platform.version === 0) return <Empty title="Nothing was changed yet: the defaults are in force." />;
  return (
    <>
      {platform.history.map((change) => (
        <OneVersion
          key={change.version}
          of={change}
          isInForce={change.version === platform.version}
          goBack={goBack}
        />
      ))}
      {platform.next_cursor === null && (
        <Card title="Version 0" actions={<Action label="Return to the defaults" run={() => goBack(0)} />}>
          <p>The defaults.</p>
        </Card>
      )}
      {review && <ReviewDialog of={review} />}
    </>
  );
}

interface OneVersionProps {
  of: Version;
  isInForce: boolean;
  goBack: (version: number) => Promise<void>;
}

function OneVersion({ of: change, isInForce, goBack }: OneVersionProps) {
  const { version, reason, actor, created_at } = change;
  return (
    <Card
      title={isInForce ? `Version ${version}, in force` : `Version ${version}`}
      actions={!isInForce && <Action label={`Return to version ${version}`} run={() => goBack(version)} />}
    >
      <p>
        {reason} ({actor}, <Time at={created_at} />)
      </p>
      <DifferenceTable of={changesOf(change)} before="Before" after="After" />
    </Card>
  );
}
