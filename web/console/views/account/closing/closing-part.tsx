import type { Answer } from '#client';
import type { PartProps } from '#web/console/views/account/part-props.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Time } from '#web/shared/values/time.tsx';
import { Blocks } from './blocks.tsx';
import { CloseForm } from './close-form.tsx';
import { ExportCard } from './export-card.tsx';
import { ErasedRows, KeptRows } from './stored-rows.tsx';

export type Preview = Answer<'GET /api/v1/admin/accounts/{account_id}/closing'>;

/** The export of an account, what a closing erases and keeps, and the closing itself. */
export function ClosingPart(props: PartProps) {
  const { account_id } = props.account;
  const preview = useAnswer('GET /api/v1/admin/accounts/{account_id}/closing', { path: { account_id } });
  return (
    <Show of={preview}>
      {(found) => (
        <>
          {found.closed_at && (
            <p>
              This account was closed <Time at={found.closed_at} />.
            </p>
          )}
          {found.blocks.length > 0 && (
            <Blocks of={found.blocks} accountId={account_id} reload={preview.reload} />
          )}
          <ExportCard accountId={account_id} exportedAt={found.exported_at} reload={preview.reload} />
          <ErasedRows of={found.erased} isClosed={found.closed_at !== null} />
          <KeptRows of={found.kept} />
          {found.closed_at === null && found.blocks.length === 0 && (
            <CloseForm {...props} preview={found} reloadPreview={preview.reload} />
          )}
        </>
      )}
    </Show>
  );
}
