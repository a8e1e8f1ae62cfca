import type { ImportReport } from '#web/console/views/directory/types.ts';
import { uploads } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { counted, countOf } from '#web/shared/values/count.tsx';
import { ImportFacts } from './import-facts.tsx';
import { isMoving } from './import-status.tsx';
import { Rejects } from './rejects.tsx';

const refreshMs = 1000;

/** One import: its counts, what it rejected, and a way to take it back. */
export default function OneImport({ import_id }: { import_id: string }) {
  const answer = useAnswer(
    'GET /api/v1/admin/directory/imports/{import_id}',
    { path: { import_id } },
    { everyMs: (value) => (value && isMoving(value) ? refreshMs : undefined) },
  );
  const report = answer.value;
  return (
    <Page
      title={report?.file_name || 'Import'}
      actions={report && <TakeBack of={report} onDone={answer.reload} />}
      intro={<a href="/console/directory">All imports</a>}
    >
      <Show of={answer}>
        {(value) => (
          <>
            <ImportFacts of={value} />
            {value.rejected + value.rejected_values > 0 && <Rejects of={value} />}
          </>
        )}
      </Show>
    </Page>
  );
}

function TakeBack({
  of: { id, status, file_name },
  onDone,
}: {
  of: ImportReport;
  onDone: () => Promise<void>;
}) {
  if (id === null || status === 'taken_back') return null;
  const takeBack = async () => {
    const done = await uploads.call('DELETE /api/v1/admin/directory/imports/{import_id}', {
      path: { import_id: id },
    });
    const { profiles_removed: removed, profiles_changed: changed } = done;
    notify(`Taken back: ${counted(removed, 'profile')} removed, ${countOf(changed)} changed.`);
    await onDone();
  };
  return (
    <Action
      label={status === 'taking_back' ? 'Continue taking it back' : 'Take back'}
      isDanger
      run={takeBack}
      confirm={{
        title: `Take ${file_name || 'this import'} back?`,
        text:
          'Removes the values that only this import contributed. Values from other imports stay. It can take as long as the ' +
          'import did. To restore them, import the file again.',
        act: 'Take the import back',
      }}
    />
  );
}
