import { api, me } from '#web/shared/answers/api.ts';
import { saveFile } from '#web/shared/answers/save-file.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { None } from '#web/shared/values/none.tsx';
import type { Movement } from './movement.ts';

const path = { account_id: me };

/** Downloads what was issued for a movement, once it is. */
export function Document({
  of: { kind, document_number, provider_payment_id, provider_reference },
}: {
  of: Movement;
}) {
  if (document_number === null) return <None />;
  const isInvoice = kind === 'payment';
  const download = async () => {
    const answer = isInvoice
      ? await api.call('GET /internal/billing/invoice/{account_id}', { path, query: { provider_payment_id } })
      : await api.call('GET /internal/billing/credit-note/{account_id}', {
          path,
          query: { provider_refund_id: provider_reference },
        });
    saveFile(nameOf(answer), await answer.blob());
  };
  return <Action label={isInvoice ? 'Invoice (PDF)' : 'Credit note (PDF)'} run={download} />;
}

/** The name that the API gave the file. */
const nameOf = ({ headers }: Response): string =>
  /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'document.pdf';
