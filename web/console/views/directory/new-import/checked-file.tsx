import { ImportCounts } from '#web/console/views/directory/one-import/import-counts.tsx';
import { RejectGroups } from '#web/console/views/directory/one-import/reject-groups.tsx';
import { saveRejects } from '#web/console/views/directory/one-import/rejects-as-csv.ts';
import { StoredContacts } from '#web/console/views/directory/stored-contacts.tsx';
import type { ImportReport } from '#web/console/views/directory/types.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { type Checked, rejectsIn } from './check-file.ts';
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
          </Card>
          {report.reject_groups.length > 0 && (
            <Card
              title="Would be rejected"
              actions={
                <Action
                  label="Download each as CSV"
                  run={async () => saveRejects(file.name, await rejectsIn(file, reading))}
                />
              }
            >
              <RejectGroups of={report.reject_groups} />
            </Card>
          )}
          <StartImport
            file={file}
            reading={reading}
            checked={{ report, isPartial }}
            isDisabled={isChecking}
          />
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
