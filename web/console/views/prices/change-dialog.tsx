import { ValidationError } from '#client';
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
import { type Change, changeInWords, type Entry, faultsInWords, nameIn } from './entries.ts';

interface ChangeDialogProps {
  entries: readonly Entry[];
  version: number;
  /** Opens the form of one of the entries. */
  onEdit: (entry: Entry) => void;
  onDone: (isChanged: boolean) => void;
}

/** A preview of the drafted changes. Asks from when, and why. */
export function ChangeDialog({ entries, version, onEdit, onDone }: ChangeDialogProps) {
  const body = { entries: [...entries] };
  const preview = useAnswer('POST /api/v1/admin/catalogue/preview', { body });
  const { error } = preview;
  const save = async ({ effective_at: from, reason }: FormValues<'effective_at' | 'reason'>) => {
    const effective_at = momentOfInput(from);
    await api.call('POST /api/v1/admin/catalogue', {
      body: { ...body, reason, expected_version: version, ...(effective_at ? { effective_at } : {}) },
    });
    notify(effective_at ? 'The change waits for its time.' : 'The new prices are in force.');
    onDone(true);
  };
  if (error instanceof ValidationError)
    return (
      <Dialog title="These changes are refused" onClose={() => onDone(false)}>
        <RefusedChanges of={faultsInWords(error.faults, entries)} onEdit={onEdit} />
        <div class="actions">
          <button type="button" onClick={() => onDone(false)}>
            Back to the changes
          </button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Change plans and prices?" onClose={() => onDone(false)}>
      <Show of={preview}>
        {({ changes, keeping }) => (
          <>
            <ChangeTable of={changes} among={entries} />
            {keeping.map(({ plan_id, accounts }) => (
              <p key={plan_id}>
                {countOf(accounts)} {accounts === 1 ? 'account pays' : 'accounts pay'} for{' '}
                {nameIn(entries, plan_id)} now, and {accounts === 1 ? 'keeps' : 'keep'} the credits and the
                price that it was bought with.
              </p>
            ))}
            <Form submit="Change them" onSubmit={save} actions={<Cancel onClick={() => onDone(false)} />}>
              <Field
                {...changeCatalogue.effective_at}
                label="From"
                type="datetime-local"
                hint="Leave it empty to start now. While a change waits for its date, you can’t make another one."
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

interface RefusedChangesProps {
  of: ReturnType<typeof faultsInWords>;
  onEdit: (entry: Entry) => void;
}

const RefusedChanges = ({ of: faults, onEdit }: RefusedChangesProps) => (
  <>
    {faults.map(({ entry, text }) => (
      <div class="refusal" role="alert" key={text}>
        <p>{text}</p>
        {entry && (
          <button type="button" onClick={() => onEdit(entry)}>
            {`Change ${entry.name}`}
          </button>
        )}
      </div>
    ))}
  </>
);

interface ChangeTableProps {
  of: readonly Change[];
  /** The plans and packs, for their names. */
  among: readonly Entry[];
}

export const ChangeTable = ({ of: changes, among }: ChangeTableProps) => (
  <Table
    items={changes.map((change) => changeInWords(change, among))}
    label="Changes"
    keyOf={({ name }) => name}
    columns={[
      { title: 'What', cell: ({ name }) => name },
      { title: 'Before', isBeside: false, cell: ({ before }) => <del>{before}</del> },
      { title: 'After', cell: ({ after }) => <ins>{after}</ins> },
    ]}
  />
);
