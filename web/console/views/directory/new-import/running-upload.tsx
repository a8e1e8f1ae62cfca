import type { ComponentChildren } from 'preact';
import { ImportCounts } from '#web/console/views/directory/one-import/import-counts.tsx';
import { RejectGroups } from '#web/console/views/directory/one-import/reject-groups.tsx';
import { shownProfile } from '#web/console/views/directory/shown-profile.ts';
import type { ImportReport } from '#web/console/views/directory/types.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Progress } from '#web/shared/feedback/progress.tsx';
import { Refusal } from '#web/shared/feedback/refusal.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { counted, countOf } from '#web/shared/values/count.tsx';
import { startUpload, type Upload } from './upload.ts';

interface RunningUploadProps {
  of: Upload;
  onAnother: () => void;
}

/** An import on its way, or what became of it. */
export function RunningUpload({ of, onAnother }: RunningUploadProps) {
  const { file, stage, report } = of;
  const another = (
    <button type="button" onClick={onAnother}>
      Import another file
    </button>
  );
  if (stage === 'broken') return <Broken of={of}>{another}</Broken>;
  if (stage === 'done' && report)
    return (
      <Done of={report} first={of.first}>
        {another}
      </Done>
    );
  return (
    <Card title={file.name} actions={<Action label="Stop" run={() => of.stop.abort()} confirm={stopping} />}>
      <UploadProgress of={of} />
      <p>You can go to other pages in the meantime. Keep this tab open until the import is complete.</p>
    </Card>
  );
}

const stopping = {
  title: 'Stop the import?',
  text: 'Rows imported so far are kept. Send the same file again to continue, or undo the import.',
  act: 'Stop the import',
};

function UploadProgress({ of: { stage, far, linesTotal } }: { of: Upload }) {
  if (stage === 'reading') return <Progress label="Reading the file" />;
  if (far === null) return <Progress label="Sending the file" />;
  if (linesTotal === 0) return <Progress label={`${countOf(far.lines)} rows read`} />;
  const max = Math.max(linesTotal, far.lines);
  return <Progress label="Lines imported" value={far.lines} max={max} />;
}

interface DoneProps {
  of: ImportReport;
  first: string | null;
  children: ComponentChildren;
}

function Done({ of: report, first, children }: DoneProps) {
  const { accepted, merged } = report;
  return (
    <Card title={`${report.file_name} was imported`}>
      <p>
        {counted(accepted, 'row')} imported: {counted(accepted - merged, 'new profile')}, {countOf(merged)}{' '}
        merged into known ones. You can undo this on the page of the import.
      </p>
      <div class="actions">
        <a class="button primary" href={`/console/directory/imports/${report.id}`}>
          Show the import
        </a>
        {first && (
          <a
            class="button"
            href="/console/directory/profile"
            onClick={() => {
              shownProfile.value = first;
            }}
          >
            Show its first profile
          </a>
        )}
        {children}
      </div>
      <ImportCounts of={report} />
      {report.reject_groups.length > 0 && <RejectGroups of={report.reject_groups} />}
    </Card>
  );
}

function Broken({
  of: { file, reading, refusal, first },
  children,
}: {
  of: Upload;
  children: ComponentChildren;
}) {
  return (
    <Refusal of={refusal!} title={`The import of ${file.name} ended early.`}>
      <div class="actions">
        <Action
          label="Send the file again"
          run={() => void startUpload(file, reading, { again: false, first })}
        />
        {children}
      </div>
    </Refusal>
  );
}
