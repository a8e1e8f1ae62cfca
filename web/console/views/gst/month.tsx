import type { Answer } from '#client';
import { downloadOf } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Check } from '#web/shared/forms/check.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Empty } from '#web/shared/layout/empty.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { useQuery } from '#web/shared/shell/use-query.ts';
import { Badge } from '#web/shared/values/badge.tsx';
import { Count, countOf } from '#web/shared/values/count.tsx';
import { Rupees, rupeesOf } from '#web/shared/values/rupees.tsx';

type Report = Answer<'GET /api/v1/admin/billing/gst'>;
type Section = Report['sections'][number];

const sections: Readonly<Record<Section['section'], string>> = {
  b2b: 'Registered buyers (b2b)',
  b2cl: 'Unregistered, other States, above ₹1,00,000 (b2cl)',
  b2cs: 'All other buyers, by State (b2cs)',
  cdnr: 'Credit notes to registered buyers (cdnr)',
  cdnur: 'Credit notes of large invoices (cdnur)',
  hsn_b2b: 'By SAC, registered buyers (hsn b2b)',
  hsn_b2c: 'By SAC, unregistered buyers (hsn b2c)',
  docs: 'Numbers issued (docs)',
};

const inIndia = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: '2-digit',
});
const named = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** This month and the 23 before it, newest first. */
function lastMonths(): (readonly [month: string, name: string])[] {
  const [year, month] = inIndia.format(new Date()).split('-').map(Number) as [number, number];
  return Array.from({ length: 24 }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 1 - back, 1));
    return [first.toISOString().slice(0, 7), named.format(first)] as const;
  });
}

/** The GST of a month, as the return wants it, beside the payment ledger. */
export default function GstMonth() {
  const months = lastMonths();
  // The return of a month is due in the next one.
  const [{ month = months[1]![0], samples }, setQuery] = useQuery();
  const isSample = samples === 'true';
  const report = useAnswer('GET /api/v1/admin/billing/gst', { query: { month, samples: isSample } });
  const choose = (values: FormValues<'month' | 'samples'>) =>
    setQuery({ month: values.month, samples: values.samples === 'true' ? 'true' : null });
  return (
    <Page
      title="Invoices and GST"
      intro="A month in India, with the tables of GSTR-1 as the government’s offline tool imports them."
    >
      <Form key={`${month} ${samples}`} submit="Show" isInline onSubmit={choose}>
        <Choice name="month" label="Month" options={months} value={month} />
        <Check name="samples" label="Samples" value={isSample} />
      </Form>
      <Show of={report}>
        {(shown) => (
          <>
            <Sums of={shown} />
            <Sections of={shown} query={{ month, samples: String(isSample) }} />
          </>
        )}
      </Show>
    </Page>
  );
}

interface SectionsProps {
  of: Report;
  query: { month: string; samples: string };
}

/** The tables that have rows: only those are filed. */
function Sections({ of, query }: SectionsProps) {
  const filled = of.sections.filter(({ rows }) => rows > 0);
  if (filled.length === 0) return <Empty title="No document was issued in this month." />;
  return (
    <Table
      items={filled}
      label="Tables of GSTR-1"
      keyOf={({ section }) => section}
      columns={[
        { title: 'Table', cell: ({ section }) => sections[section] },
        { title: 'Rows', isNumber: true, cell: ({ rows }) => <Count of={rows} /> },
        { title: 'Taxable', isNumber: true, cell: ({ taxable }) => <Rupees paise={taxable} /> },
        { title: 'IGST', isNumber: true, cell: ({ igst }) => <Rupees paise={igst} /> },
        { title: 'CGST', isNumber: true, cell: ({ cgst }) => <Rupees paise={cgst} /> },
        { title: 'SGST', isNumber: true, cell: ({ sgst }) => <Rupees paise={sgst} /> },
        {
          title: 'File',
          cell: ({ section }) => <Csv query={{ ...query, section }} />,
        },
      ]}
    />
  );
}

const Csv = ({ query }: { query: { month: string; section: string; samples: string } }) => (
  <a
    href={downloadOf(`/api/v1/admin/billing/gst/csv?${new URLSearchParams(query)}`)}
    aria-label={`CSV of ${query.section}`}
    download
  >
    CSV
  </a>
);

function Sums({ of: { invoices, credit_notes, ledger } }: { of: Report }) {
  const { is_equal, without_invoice, without_invoice_amount } = ledger;
  return (
    <Card>
      <Facts
        of={[
          ['Invoices', `${countOf(invoices.documents)}, ${rupeesOf(invoices.total)}`],
          ['Credit notes', `${countOf(credit_notes.documents)}, ${rupeesOf(credit_notes.total)}`],
          ['Taxable', <Rupees paise={invoices.taxable - credit_notes.taxable} />],
          [
            'Payment ledger',
            is_equal ? (
              <Badge tone="good">Equal to the paisa</Badge>
            ) : (
              <>
                <Badge tone="bad">Differs</Badge>{' '}
                {`${rupeesOf(ledger.invoiced)} paid, ${rupeesOf(ledger.credited)} returned`}
              </>
            ),
          ],
          [
            'No invoice yet',
            without_invoice === 0
              ? 'None'
              : `${countOf(without_invoice)}, ${rupeesOf(without_invoice_amount)}: the buyers gave no address`,
          ],
        ]}
      />
    </Card>
  );
}
