import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { SourceFacts } from './source-facts.tsx';
import { SourceTerms } from './source-terms.tsx';
import type { Source } from './types.ts';

/** One source: its health and cost, the switch, and what the contract says. */
export default function OneSource({ source_id }: { source_id: string }) {
  const sources = useAnswer('GET /api/v1/admin/sources');
  const source = sources.value?.items.find(({ id }) => id === source_id);
  return (
    <Page
      title={source?.title ?? source_id}
      intro={<a href="/console/sources">All sources</a>}
      actions={
        source && (
          <>
            <a class="button" href={`/console/sources/answers?source=${encodeURIComponent(source.id)}`}>
              Answers by day
            </a>
            <Switch of={source} onSwitched={sources.reload} />
          </>
        )
      }
    >
      <Show of={sources}>
        {() =>
          source ? (
            <>
              <SourceFacts of={source} />
              <SourceTerms of={source} onSaved={sources.reload} />
            </>
          ) : (
            <Empty title={`There is no source ${source_id}.`} />
          )
        }
      </Show>
    </Page>
  );
}

function Switch({ of: { id, title, state }, onSwitched }: { of: Source; onSwitched: () => Promise<void> }) {
  const isOn = state === 'on';
  const act = isOn ? 'Switch off' : 'Switch on';
  return (
    <Action
      label={act}
      isPrimary={!isOn}
      isDanger={isOn}
      run={async ({ reason }) => {
        const body = { enabled: !isOn, reason };
        const after = await api.call('PATCH /api/v1/admin/sources/{source_id}', {
          path: { source_id: id },
          body,
        });
        notify(
          after.state === 'not_configured'
            ? `${title} is not configured: ${after.reason}`
            : `${title} is ${after.state}.`,
        );
        await onSwitched();
      }}
      confirm={{
        title: `${act} ${title}?`,
        text: isOn
          ? 'No lookup asks it from the next second on. Its stored answers stay.'
          : 'Lookups ask it from the next second on. From then on, the setting sources_on decides, and no longer the variable SOURCES.',
        act,
        needsReason: true,
      }}
    />
  );
}
