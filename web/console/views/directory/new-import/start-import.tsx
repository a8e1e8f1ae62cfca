import { useEffect, useState } from 'preact/hooks';
import type { ImportReport, ImportSummary } from '#web/console/views/directory/types.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { counted, countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { Reading } from './reading.ts';
import { importedBefore, startUpload } from './upload.ts';

interface StartImportProps {
  file: File;
  reading: Reading;
  checked: { report: ImportReport; isPartial: boolean };
  isDisabled: boolean;
}

/** Stays in sight: the button that starts the import, what it will do, and earlier imports of the same file. */
export function StartImport({ file, reading, checked, isDisabled }: StartImportProps) {
  const [before, setBefore] = useState<ImportSummary | null>(null);
  useEffect(() => {
    importedBefore(file).then(setBefore, () => setBefore(null));
  }, [file]);
  const isDone = before?.status === 'completed';
  const { report, isPartial } = checked;
  const first = report.preview[0]?.profile.url ?? null;
  const what = isPartial ? 'the whole file' : counted(report.accepted, 'row');
  return (
    <div class="start-bar">
      <div>
        <p>{isPartial ? 'The rest of the file is checked while it is imported.' : willDo(report)}</p>
        {before && <Before of={before} />}
      </div>
      <Action
        label={isDone ? `Import ${what} again` : `Import ${what}`}
        isPrimary
        disabled={isDisabled || (!isPartial && report.accepted === 0)}
        // The upload runs in the background, and the view shows it.
        run={() => void startUpload(file, reading, { again: isDone, first })}
      />
    </div>
  );
}

function willDo({ accepted, merged, rejected, suppressed, without_contact }: ImportReport): string {
  const left = rejected + suppressed + without_contact;
  return [
    counted(accepted - merged, 'new profile'),
    ...(merged > 0 ? [`${countOf(merged)} merged into known ones`] : []),
    ...(left > 0 ? [`${counted(left, 'row')} left out`] : []),
  ].join(', ');
}

function Before({ of: { id, status, lines, started_at } }: { of: ImportSummary }) {
  const link = <a href={`/console/directory/imports/${id}`}>This file was imported</a>;
  if (status === 'completed') {
    return (
      <p>
        {link} on <Time at={started_at} />. Importing it again merges every row with what is stored. Nothing
        is duplicated.
      </p>
    );
  }
  if (status !== 'interrupted') return null;
  return (
    <p>
      {link} up to line {countOf(lines)} on <Time at={started_at} />. It continues there, unless you change
      how columns are read.
    </p>
  );
}
