import { ImportCounts } from '#web/console/views/directory/one-import/import-counts.tsx';
import { RejectTable } from '#web/console/views/directory/one-import/reject-table.tsx';
import { StoredContacts } from '#web/console/views/directory/stored-contacts.tsx';
import type { ImportReport } from '#web/console/views/directory/types.ts';
import { Card } from '#web/shared/layout/card.tsx';
import type { Checked } from './check-file.ts';
import { ColumnMapping } from './column-mapping.tsx';
import type { Reading } from './reading.ts';
import { StartImport } from './start-import.tsx';

interface CheckedFileProps {
  file: File;
  checked: Checked;
  reading: Reading;
  onChange: (reading: Reading) => void;
  isChecking: boolean;
}

/** Shows the result of a dry run. */
export function CheckedFile({ file, checked, reading, onChange, isChecking }: CheckedFileProps) {
  const { mapping, report, refusal, isPartial } = checked;
  return (
    <div class="stack" aria-busy={isChecking}>
      {refusal && (
        <div class="refusal" role="alert">
          <strong>This file can’t be imported as it is.</strong>
          <p>{refusal}</p>
        </div>
      )}
      {mapping.length > 0 && (
        <Card title="Columns">
          <p>Change what a column is read as, and the rows below change with it.</p>
          <ColumnMapping mapping={mapping} reading={reading} onChange={onChange} />
        </Card>
      )}
      {report && (
        <>
          <FirstRows of={report} />
          <Card title={isPartial ? 'What would happen to the first 512 KiB' : 'What would happen'}>
            <ImportCounts of={report} />
            <RejectTable of={report} />
          </Card>
          <StartImport file={file} reading={reading} isDisabled={isChecking} />
        </>
      )}
    </div>
  );
}

function FirstRows({ of: { preview } }: { of: ImportReport }) {
  return (
    <Card title="The first profiles as they would be stored">
      {preview.length === 0 && <p>No row would be stored.</p>}
      <div class="profiles">
        {preview.map(({ profile, ...contacts }) => (
          <article key={profile.url} aria-label={profile.url}>
            <StoredContacts of={contacts} profile={profile} />
          </article>
        ))}
      </div>
    </Card>
  );
}
