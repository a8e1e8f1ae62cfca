import { api } from '#web/shared/answers/api.ts';
import { Show } from '#web/shared/answers/show.tsx';
import { useAnswer } from '#web/shared/answers/use-answer.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { changeCatalogue } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { momentOfInput } from '#web/shared/forms/local-time.ts';
import { Reason } from '#web/shared/forms/reason.tsx';
import { Table } from '#web/shared/lists/table.tsx';
import { countOf } from '#web/shared/values/count.tsx';
import { type Change, changeInWords, type Entry } from './entries.ts';

interface ChangeDialogProps {
  entries: readonly Entry[];
  version: number;
  onDone: (isChanged: boolean) => void;
}

/** A preview of the drafted changes. Asks from when, and why. */
export function ChangeDialog({ entries, version, onDone }: ChangeDialogProps) {
  const body = { entries: [...entries] };
  const preview = useAnswer('POST /api/v1/admin/catalogue/preview', { body });
  const save = async ({ effective_at: from, reason }: FormValues<'effective_at' | 'reason'>) => {
    const effective_at = momentOfInput(from);
    await api.call('POST /api/v1/admin/catalogue', {
      body: { ...body, reason, expected_version: version, ...(effective_at ? { effective_at } : {}) },
    });
    notify(effective_at ? 'The change waits for its time.' : 'The new prices are in force.');
    onDone(true);
  };
  return (
    <Dialog title="Change plans and prices?" onClose={() => onDone(false)}>
      <Show of={preview}>
        {({ changes, keeping }) => (
          <>
            <ChangeTable of={changes} />
            {keeping.map(({ plan_id, accounts }) => (
              <p key={plan_id}>
                {countOf(accounts)} {accounts === 1 ? 'account pays' : 'accounts pay'} for {plan_id} now, and{' '}
                {accounts === 1 ? 'keeps' : 'keep'} what was bought, at the price of then.
              </p>
            ))}
            <Form submit="Change them" onSubmit={save} actions={<Cancel onClick={() => onDone(false)} />}>
              <Field
                {...changeCatalogue.effective_at}
                label="From"
                type="datetime-local"
                hint="Empty for now. Until a change with a date has taken effect, there can be no other."
                isRequired={false}
              />
              <Reason hint="For the history and the audit log." />
            </Form>
          </>
        )}
      </Show>
    </Dialog>
  );
}

export const ChangeTable = ({ of: changes }: { of: readonly Change[] }) => (
  <Table
    items={changes.map(changeInWords)}
    label="Changes"
    keyOf={({ name }) => name}
    columns={[
      { title: 'What', cell: ({ name }) => name },
      { title: 'Before', cell: ({ before }) => <del>{before}</del> },
      { title: 'After', cell: ({ after }) => <ins>{after}</ins> },
    ]}
  />
);
