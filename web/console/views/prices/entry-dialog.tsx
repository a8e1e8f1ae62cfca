import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Check } from '#web/shared/forms/check.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { refuseFields } from '#web/shared/forms/field-faults.ts';
import { changeCatalogue } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { type Entry, faultsOfEntry, kinds, sold } from './entries.ts';

interface EntryDialogProps {
  /** Null for a new one. */
  of: Entry | null;
  others: readonly Entry[];
  onDone: (entry: Entry | null) => void;
}

/** One plan or pack. It goes into the draft; nothing is saved yet. */
export function EntryDialog({ of: entry, others, onDone }: EntryDialogProps) {
  const add = (values: FormValues<keyof Entry | 'rupees'>) => {
    const wanted = entryFrom(values, entry);
    refuseFields(faultsOfEntry(wanted, others));
    onDone(wanted);
  };
  return (
    <Dialog title={entry ? `Change ${entry.name}` : 'A new plan or pack'} onClose={() => onDone(null)}>
      <Form submit="Add to the changes" onSubmit={add} actions={<Cancel onClick={() => onDone(null)} />}>
        {!entry && (
          <>
            <Field
              {...changeCatalogue.id}
              label="ID"
              hint="Small letters, digits and _. It can’t change later."
              isRequired
            />
            <Choice name="kind" label="Kind" options={kinds} />
          </>
        )}
        <Field {...changeCatalogue.name} label="Name" value={entry?.name} isRequired />
        <Field
          {...changeCatalogue.description}
          label="Description"
          rows={2}
          value={entry?.description}
          isRequired
        />
        <Field
          name="rupees"
          label="Price in rupees"
          hint="With GST. For a plan, each month."
          type="number"
          min={changeCatalogue.amount.min / 100}
          max={changeCatalogue.amount.max / 100}
          step={0.01}
          value={entry && entry.amount / 100}
          isRequired
        />
        <Field
          {...changeCatalogue.credits}
          label="Credits"
          hint="For a plan, each month."
          value={entry?.credits}
          isRequired
        />
        <Field
          {...changeCatalogue.rate_limit_per_min}
          label="Requests/min"
          hint="For each key."
          value={entry?.rate_limit_per_min}
          isRequired
        />
        <Choice name="cta" label="Sold" options={sold} value={entry?.cta} />
        <Check name="mcp" label="Agents can connect" value={entry?.mcp ?? true} />
        <Check
          name="priority_processing"
          label="Lookups have a priority lane"
          value={entry?.priority_processing}
        />
        <Check name="highlighted" label="Emphasised in the price list" value={entry?.highlighted} />
      </Form>
    </Dialog>
  );
}

const entryFrom = (values: FormValues<keyof Entry | 'rupees'>, entry: Entry | null): Entry => ({
  id: entry?.id ?? values.id,
  kind: entry?.kind ?? (values.kind as Entry['kind']),
  name: values.name,
  description: values.description,
  credits: Number(values.credits),
  amount: Math.round(Number(values.rupees) * 100),
  rate_limit_per_min: Number(values.rate_limit_per_min),
  mcp: values.mcp === 'true',
  priority_processing: values.priority_processing === 'true',
  highlighted: values.highlighted === 'true',
  cta: values.cta as Entry['cta'],
});
