import { api } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { saveNote } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Time } from '#web/shared/values/time.tsx';
import type { PartProps } from './part-props.ts';

/** The note of operators on the account, for each other. */
export function Note({ account: { account_id }, more: { note }, reload }: PartProps) {
  const send = async (text: string) => {
    await api.call('POST /api/v1/admin/accounts/{account_id}/note', {
      path: { account_id },
      body: { note: text },
    });
    await reload();
  };
  const save = async ({ note: text }: FormValues<'note'>) => {
    await send(text);
    notify('Note saved.', { undo: () => send(note.note) });
  };
  return (
    <Card title="Note">
      {note.changed_at && (
        <>
          <p style="white-space: pre-wrap">{note.note}</p>
          <p class="small faint">
            <Time at={note.changed_at} /> by {note.actor}
          </p>
        </>
      )}
      <details>
        <summary>{note.note ? 'Change the note' : 'Write a note'}</summary>
        <Form key={note.note} submit="Save the note" onSubmit={save}>
          <Field
            {...saveNote.note}
            label="Note"
            hint="Only operators see it."
            value={note.note}
            rows={4}
            isRequired={false}
          />
        </Form>
      </details>
    </Card>
  );
}
