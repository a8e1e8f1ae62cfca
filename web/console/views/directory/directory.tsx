import { useEffect } from 'preact/hooks';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { Count } from '#web/shared/values/count.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { DirectoryCounts } from './directory-counts.tsx';
import { ImportStatus, isMoving } from './one-import/import-status.tsx';
import { RemoveSource } from './remove-source.tsx';

const refreshMs = 3000;

/** The directory's content, and the imports that filled it. */
export default function Directory() {
  const stats = useAnswer('GET /api/v1/admin/directory/stats');
  const imports = useListing('GET /api/v1/admin/directory/imports', { query: { limit: 20 } });
  const isAnyMoving = imports.items.some(isMoving);
  useEffect(() => {
    if (!isAnyMoving || imports.isLoading) return;
    const timer = setTimeout(() => void imports.reload(), refreshMs);
    return () => clearTimeout(timer);
  }, [isAnyMoving, imports]);
  const reload = () => Promise.all([stats.reload(), imports.reload()]);

  return (
    <Page
      title="Directory"
      intro="The contacts you imported. Every lookup asks them first."
      actions={
        <a class="button primary" href="/console/directory/import">
          Import a file
        </a>
      }
    >
      <Show of={stats}>{(value) => <DirectoryCounts of={value} />}</Show>
      <Card title="Imports">
        <Listing
          of={imports}
          label="Imports"
          keyOf={({ id }) => id}
          href={({ id }) => `/console/directory/imports/${id}`}
          empty={
            <Empty title="No imports yet.">
              <p>Import a file to look people up in it.</p>
            </Empty>
          }
          columns={[
            { title: 'File', cell: ({ file_name }) => file_name || 'Without a name' },
            { title: 'Status', cell: ({ status }) => <ImportStatus of={status} /> },
            { title: 'Accepted', cell: ({ accepted }) => <Count of={accepted} />, isNumber: true },
            { title: 'Merged', isForWide: true, cell: ({ merged }) => <Count of={merged} />, isNumber: true },
            { title: 'Rejected', cell: ({ rejected }) => <Count of={rejected} />, isNumber: true },
            { title: 'Started', cell: ({ started_at }) => <Time at={started_at} /> },
          ]}
        />
      </Card>
      <RemoveSource onRemoved={reload} />
    </Page>
  );
}
