import { downloadOf } from '#web/shared/answers/api.ts';

/** Downloads an invoice or a credit note by its number. */
export const DocumentLink = ({ number }: { number: string }) => (
  <a
    class="nowrap"
    href={downloadOf(`/api/v1/admin/billing/document?${new URLSearchParams({ number })}`)}
    download
  >
    {number}
  </a>
);
