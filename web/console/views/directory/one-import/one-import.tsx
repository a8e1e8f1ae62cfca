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

/** One import: its counts, what it rejected, and a way to undo it. */
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
      actions={report && <Undo of={report} onDone={answer.reload} />}
      intro={<a href="/console/directory">All imports</a>}
    >
      <Show of={answer}>
        {(value) => (
          <>
            <ImportFacts of={value} />
            {value.reject_groups.length > 0 && <Rejects of={value} />}
          </>
        )}
      </Show>
    </Page>
  );
}

function Undo({
  of: { id, status, file_name, accepted, merged },
  onDone,
}: {
  of: ImportReport;
  onDone: () => Promise<void>;
}) {
  if (id === null || status === 'taken_back') return null;
  const undo = async () => {
    const done = await uploads.call('DELETE /api/v1/admin/directory/imports/{import_id}', {
      path: { import_id: id },
    });
    const { profiles_removed: removed, profiles_changed: changed } = done;
    notify(`Undone: ${counted(removed, 'profile')} removed, ${countOf(changed)} changed.`);
    await onDone();
  };
  return (
    <Action
      label={status === 'taking_back' ? 'Continue to undo' : 'Undo the import'}
      isDanger
      run={undo}
      confirm={{
        title: `Undo the import of ${file_name || 'this file'}?`,
        text:
          `It added ${counted(accepted - merged, 'profile')} and merged ${counted(merged, 'row')} into known ones. What only it ` +
          'contributed goes, what it replaced returns, and what other imports contributed stays. People who were suppressed or ' +
          'erased, and values that operators removed, stay away. It can take as long as the import did.',
        act: 'Undo it',
      }}
    />
  );
}
