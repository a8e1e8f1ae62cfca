import type { Answer } from '#client';
import { addressOf } from '#web/console/parts/account-address.ts';
import { DocumentLink } from '#web/console/parts/document-link.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { listDocuments } from '#web/shared/forms/fields.generated.ts';
import { Page } from '#web/shared/layout/page.tsx';
import { Filters } from '#web/shared/lists/filters.tsx';
import { Listing } from '#web/shared/lists/listing.tsx';
import { useListing } from '#web/shared/lists/use-listing.ts';
import { useSought } from '#web/shared/lists/use-sought.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { Rupees } from '#web/shared/values/rupees.tsx';
import { Time } from '#web/shared/values/time.tsx';

type TaxDocument = Answer<'GET /api/v1/admin/billing/documents'>['items'][number];

/** Invoices and credit notes of all accounts. */
export default function TaxDocuments() {
  const { q = '' } = useSought();
  const documents = useListing('GET /api/v1/admin/billing/documents', { query: { limit: 50, q } });
  return (
    <Page title="Invoices and GST" intro="Invoices and credit notes of all accounts, newest first.">
      <Filters personal={['q']}>
        <Field
          {...listDocuments.q}
          label="Search"
          hint="A number, a buyer, a GSTIN, an account, a payment or a refund"
          type="search"
          isRequired={undefined}
        />
      </Filters>
      <Listing
        of={documents}
        label="Documents"
        keyOf={({ number }) => number}
        empty={q ? 'No document has this number, buyer or reference.' : 'No invoice has been issued yet.'}
        columns={[
          { title: 'Number', cell: (document) => <Numbered of={document} /> },
          { title: 'Buyer', cell: ({ buyer, account_id }) => <a href={addressOf(account_id)}>{buyer}</a> },
          { title: 'GSTIN', cell: ({ gstin }) => (gstin ? <code class="nowrap">{gstin}</code> : '–') },
          { title: 'Place of supply', isForWide: true, cell: ({ place_of_supply }) => place_of_supply },
          {
            title: 'Taxable',
            isNumber: true,
            isForWide: true,
            cell: ({ taxable }) => <Rupees paise={taxable} />,
          },
          {
            title: 'Tax',
            isNumber: true,
            cell: ({ igst, cgst, sgst }) => <Rupees paise={igst + cgst + sgst} />,
          },
          { title: 'Total', isNumber: true, cell: ({ total }) => <Rupees paise={total} /> },
          { title: 'Issued', cell: ({ issued_at }) => <Time at={issued_at} /> },
        ]}
      />
    </Page>
  );
}

const Numbered = ({ of: { number, kind, is_sample, invoice } }: { of: TaxDocument }) => (
  <>
    <DocumentLink number={number} /> {is_sample && <Badge tone="plain">Sample</Badge>}{' '}
    {kind === 'credit_note' && <div class="small faint">{`Credit note for ${invoice}`}</div>}
  </>
);
