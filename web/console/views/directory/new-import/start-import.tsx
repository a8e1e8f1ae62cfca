import { useEffect, useState } from 'preact/hooks';
import type { ImportSummary } from '#web/console/views/directory/types.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { Reading } from './reading.ts';
import { importedBefore, startUpload } from './upload.ts';

interface StartImportProps {
  file: File;
  reading: Reading;
  isDisabled: boolean;
}

/** The button that starts the import, and what is known of earlier imports of the same file. */
export function StartImport({ file, reading, isDisabled }: StartImportProps) {
  const [before, setBefore] = useState<ImportSummary | null>(null);
  useEffect(() => {
    importedBefore(file).then(setBefore, () => setBefore(null));
  }, [file]);
  const isDone = before?.status === 'completed';
  return (
    <Card>
      {before && <Before of={before} />}
      <Action
        label={isDone ? 'Import it again' : 'Start the import'}
        isPrimary
        disabled={isDisabled}
        // The upload runs in the background, and the view shows it.
        run={() => void startUpload(file, reading, isDone)}
      />
    </Card>
  );
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
