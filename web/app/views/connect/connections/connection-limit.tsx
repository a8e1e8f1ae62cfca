import { api, me } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { limitConnection } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import type { Connection } from './connections.tsx';

interface ConnectionLimitProps {
  of: Connection;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Sets the daily budget of a connection, or removes it. */
export function ConnectionLimit({ of: { id, name, budget }, onSaved, onClose }: ConnectionLimitProps) {
  const save = async (credits: string) => {
    await api.call('POST /internal/connections/{account_id}/{connection_id}/budget', {
      path: { account_id: me, connection_id: id },
      body: { credits_per_day: credits ? Number(credits) : null },
    });
    notify('The budget is set.');
    await onSaved();
  };
  return (
    <Dialog title={`Budget of ${name}`} onClose={onClose}>
      <Form<'credits_per_day'>
        submit="Save"
        onSubmit={({ credits_per_day }) => save(credits_per_day)}
        actions={
          <button type="button" onClick={onClose}>
            Not now
          </button>
        }
      >
        <Field
          {...limitConnection.credits_per_day}
          label="Credits per day"
          hint="Credits already spent today count. Empty: as much as your account may."
          value={budget?.credits}
          isRequired={false}
        />
      </Form>
    </Dialog>
  );
}
