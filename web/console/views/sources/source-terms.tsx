import { useState } from 'preact/hooks';
import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { switchSource } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';
import type { Source } from './types.ts';

type Member = 'billable' | 'storable' | 'price' | 'call_rupees' | 'reason';

const yesOrNo = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** The terms of the contract with the source. They take precedence over its published terms. */
export function SourceTerms({
  of: { id, title, tier, terms },
  onSaved,
}: {
  of: Source;
  onSaved: () => Promise<void>;
}) {
  const save = async (values: FormValues<Member>) => {
    const body = {
      ...(values.billable === String(terms.billable) ? {} : { billable: values.billable === 'true' }),
      ...(values.storable === String(terms.storable) ? {} : { storable: values.storable === 'true' }),
      ...priceOf(values),
      reason: values.reason,
    };
    await api.call('PATCH /api/v1/admin/sources/{source_id}', { path: { source_id: id }, body });
    notify(`The terms of ${title} are saved.`);
    await onSaved();
  };
  return (
    <Card title="Terms of your contract">
      <Form submit="Save the terms" onSubmit={save}>
        <Choice
          name="billable"
          label="May you charge for its answers?"
          hint="Whether a lookup that only this source answered costs a credit."
          options={yesOrNo}
          value={String(terms.billable)}
        />
        <Choice
          name="storable"
          label="May you store its answers?"
          hint={terms.store_days_max === null ? undefined : `For ${terms.store_days_max} days at most.`}
          options={yesOrNo}
          value={String(terms.storable)}
        />
        {tier === 'paid' && <Price callPaise={terms.call_paise} />}
        <Reason hint="Such as the paragraph of your contract. It is kept in the audit log." />
      </Form>
    </Card>
  );
}

function Price({ callPaise }: { callPaise: number | null }) {
  const [price, choose] = useState('');
  return (
    <>
      <Choice
        name="price"
        label="How do you pay?"
        hint={callPaise === null ? undefined : `At present a call costs at most ${rupeesOf(callPaise)}.`}
        options={[
          ['', 'As recorded until now'],
          ['credits', 'By the vendor’s credits'],
          ['call', 'By the call, whatever the outcome'],
        ]}
        value={price}
        onChange={choose}
      />
      {price === 'call' && (
        <Field
          {...switchSource.call_paise}
          name="call_rupees"
          label="Price of a call in rupees"
          max={switchSource.call_paise.max / 100}
          step={0.01}
          isRequired
        />
      )}
    </>
  );
}

/** Unchanged members aren't sent, so that the published terms still apply. */
function priceOf({ price, call_rupees }: FormValues<Member>): { call_paise?: number | null } {
  if (price === 'credits') return { call_paise: null };
  return price === 'call' ? { call_paise: Math.round(Number(call_rupees) * 100) } : {};
}
