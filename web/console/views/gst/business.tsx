import type { Answer } from '#client';
import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { changeSupplier } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Facts } from '#web/shared/layout/facts.tsx';
import { Page } from '#web/shared/layout/page.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Supplier = Answer<'GET /api/v1/admin/supplier'>;
type Member = 'name' | 'address_lines' | 'gstin' | 'sac' | 'reason';

const sources: Readonly<Record<Supplier['source'], string>> = {
  console: 'Set here',
  environment: 'Set by the environment variables',
  example: 'A fictional business, for samples only',
};

/** The business that is on invoices: its first set-up, and later changes. */
export default function Business() {
  const supplier = useAnswer('GET /api/v1/admin/supplier');
  const save = async ({ address_lines, ...values }: FormValues<Member>) => {
    await api.call('POST /api/v1/admin/supplier', {
      body: { ...values, address_lines: address_lines.split('\n').filter((line) => line.trim() !== '') },
    });
    notify('It is on every invoice from now on.');
    await supplier.reload();
  };
  return (
    <Page title="Invoices and GST" intro="The business that sells, as it is registered for GST.">
      <Show of={supplier}>
        {(current) => (
          <>
            {current.is_needed && (
              <p role="alert">
                A provider takes real money here, and invoices need your business. Checkouts are refused until
                you set it.
              </p>
            )}
            <Current of={current} />
            <BusinessForm key={current.changed_at} of={current} onSubmit={save} />
          </>
        )}
      </Show>
    </Page>
  );
}

const Current = ({
  of: { name, address_lines, gstin, state, sac, source, changed_at, actor },
}: {
  of: Supplier;
}) => (
  <Card title="On invoices now">
    <Facts
      of={[
        ['Name', name],
        ['Address', address_lines.join(', ')],
        ['GSTIN', <code>{gstin}</code>],
        ['State', `${state}. Buyers here pay CGST and SGST, all others IGST.`],
        ['SAC', <code>{sac}</code>],
        ['Where from', sources[source]],
        [
          'Changed',
          changed_at ? (
            <>
              <Time at={changed_at} /> {`by ${actor}`}
            </>
          ) : (
            'Never'
          ),
        ],
      ]}
    />
  </Card>
);

interface FormProps {
  of: Supplier;
  onSubmit: (values: FormValues<Member>) => Promise<void>;
}

function BusinessForm({ of: current, onSubmit }: FormProps) {
  const known = current.source === 'example' ? null : current;
  return (
    <Card title={known ? 'Change it' : 'Set it up'}>
      <Form submit="Save" onSubmit={onSubmit}>
        <Field {...changeSupplier.name} label="Legal name" value={known?.name} />
        <Field
          name="address_lines"
          label="Address"
          hint="As registered for GST, at most six lines."
          value={known?.address_lines.join('\n')}
          rows={4}
        />
        <Field
          {...changeSupplier.gstin}
          label="GSTIN"
          hint="15 characters. Its check digit is checked."
          value={known?.gstin}
        />
        <Field
          {...changeSupplier.sac}
          label="SAC"
          hint="The services accounting code, such as 998431. Ask your accountant."
          value={known?.sac}
        />
        <Reason />
      </Form>
    </Card>
  );
}
