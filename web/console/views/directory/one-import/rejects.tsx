import { useState } from 'preact/hooks';
import type { ImportReport } from '#web/console/views/directory/types.ts';
import { api } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { rejectColumns } from './reject-columns.tsx';
import { RejectGroups } from './reject-groups.tsx';
import { saveRejects } from './rejects-as-csv.ts';

/** What an import rejected: by reason, and on request line by line. */
export function Rejects({ of: { id, file_name, reject_groups } }: { of: ImportReport }) {
  const [isListed, list] = useState(false);
  const path = { import_id: id ?? '' };
  return (
    <Card
      title="Rejected"
      actions={
        <Action label="Download as CSV" run={async () => saveRejects(file_name, await allRejects(path))} />
      }
    >
      <p>Correct these lines and import the file again. Nothing is duplicated.</p>
      <RejectGroups of={reject_groups} />
      {isListed ? (
        <EachReject path={path} />
      ) : (
        <div class="actions">
          <button type="button" onClick={() => list(true)}>
            List line by line
          </button>
        </div>
      )}
    </Card>
  );
}

interface Named {
  import_id: string;
}

function EachReject({ path }: { path: Named }) {
  const rejects = useListing('GET /api/v1/admin/directory/imports/{import_id}/rejects', {
    path,
    query: { limit: 50 },
  });
  return (
    <Listing
      of={rejects}
      label="Rejected rows and values"
      keyOf={(_, at) => at}
      empty="Nothing was rejected."
      columns={rejectColumns}
    />
  );
}

async function allRejects(path: Named): Promise<ImportReport['rejects']> {
  const all: ImportReport['rejects'] = [];
  for (let cursor: number | null = 0; cursor !== null; ) {
    const page: { items: ImportReport['rejects']; next_cursor: number | null } = await api.call(
      'GET /api/v1/admin/directory/imports/{import_id}/rejects',
      { path, query: { limit: 1000, cursor } },
    );
    all.push(...page.items);
    cursor = page.next_cursor;
  }
  return all;
}
