import { Action } from '../../../shared/action.tsx';
import { api, me } from '../../../shared/api.ts';
import { saveFile } from '../../../shared/save-file.ts';
import { explained } from '../../parts/explained.ts';
import type { Movement } from './movement.ts';
import { whenIssued } from './when-issued.ts';

const path = { account_id: me };

/** Downloads what was issued for a movement. What was paid twice by mistake has no document. */
export function Document({
  of: { kind, status, provider_payment_id, provider_reference },
}: {
  of: Movement;
}) {
  if (kind === 'payment_correction' || status === 'duplicate') return <>–</>;
  const isInvoice = kind === 'payment';
  const invoice = () =>
    api.call('GET /internal/billing/invoice/{account_id}', { path, query: { provider_payment_id } });
  const creditNote = () =>
    api.call('GET /internal/billing/credit-note/{account_id}', {
      path,
      query: { provider_refund_id: provider_reference },
    });
  const download = async () => {
    const answer = await whenIssued(isInvoice ? invoice : creditNote).catch((error: unknown) => {
      throw explained(error, {
        not_found: () => 'It isn’t issued yet. If your business profile is saved, try again in a minute.',
      });
    });
    saveFile(nameOf(answer), await answer.blob());
  };
  return <Action label={isInvoice ? 'Invoice (PDF)' : 'Credit note (PDF)'} run={download} />;
}

/** The name that the API gave the file. */
const nameOf = ({ headers }: Response): string =>
  /filename="?([^";]+)/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'document.pdf';
