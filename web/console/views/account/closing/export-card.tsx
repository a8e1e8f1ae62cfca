import { uploads } from '#web/shared/answers/api.ts';
import { saveFile } from '#web/shared/answers/save-file.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Time } from '#web/shared/values/time.tsx';

interface ExportCardProps {
  accountId: string;
  exportedAt: string | null;
  reload: () => Promise<void>;
}

/** Everything that is stored about the account, as one file. */
export function ExportCard({ accountId, exportedAt, reload }: ExportCardProps) {
  const download = async () => {
    const answer = await uploads.call('GET /api/v1/admin/accounts/{account_id}/export', {
      path: { account_id: accountId },
    });
    saveFile(`account-${accountId}.json`, await answer.blob());
    await reload();
  };
  return (
    <Card title="Export" actions={<Action label="Download the export" run={download} />}>
      <p>
        One JSON file with everything that is stored about the account, without secrets and without contacts
        of people who were looked up. Send it to the customer, whose right it is (DPDP Act s. 11, GDPR Art.
        15).
      </p>
      <p class="faint">
        {exportedAt ? (
          <>
            Last downloaded <Time at={exportedAt} />.
          </>
        ) : (
          'Not downloaded yet.'
        )}
      </p>
    </Card>
  );
}
