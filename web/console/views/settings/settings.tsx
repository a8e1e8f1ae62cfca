import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { SettingsForm } from './settings-form.tsx';
import type { Platform } from './types.ts';

/** Settings that can change while the service runs. */
export default function Settings() {
  const platform = useAnswer('GET /api/v1/admin/platform', { query: { limit: 1 } });
  return (
    <Page
      title="Settings"
      intro="You can change these while the service runs. Changes are saved together, with a reason."
    >
      <Show of={platform}>
        {(value) => (
          <>
            <SettingsForm of={value} onChanged={platform.reload} />
            <p>{databaseText(value.database)}</p>
          </>
        )}
      </Show>
    </Page>
  );
}

function databaseText({ version, released, is_outdated: isOutdated }: Platform['database']): string {
  const release = `The database is PostgreSQL ${version}${released ? `, released in ${released}` : ''}.`;
  return isOutdated ? `${release} Newer minor releases fix vulnerabilities. Update it.` : release;
}
