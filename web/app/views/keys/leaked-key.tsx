import { useState } from 'preact/hooks';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { type Key, labelOf, lifetimes } from './key.ts';
import type { Made } from './new-key/made-key.tsx';

type Names = 'key_id' | 'expires_in_days';

interface LeakedKeyProps {
  /** The keys that work, also those that are being replaced. */
  of: readonly Key[];
  onMade: (made: Made) => Promise<void>;
  /** It ended, and its replacement works already. */
  onRevoked: () => Promise<void>;
  onClose: () => void;
}

/** Ends a key at once. The reader chooses which, and a new one is made unless one replaces it already. */
export function LeakedKey({ of: keys, onMade, onRevoked, onClose }: LeakedKeyProps) {
  const attempt = useAttempt();
  const [id, choose] = useState(keys.length === 1 ? keys[0]!.id : '');
  const key = keys.find((one) => one.id === id);
  const isReplaced = key !== undefined && key.replaced_by !== null;
  const end = async ({ key_id, expires_in_days: days }: FormValues<Names>) => {
    const path = { account_id: me, key_id };
    if (isReplaced) {
      await api.call('POST /internal/keys/by-account/{account_id}/{key_id}/revocation', { path });
      notify(`${labelOf(key)} is revoked.`);
      await onRevoked();
      return;
    }
    const body = { overlap_hours: 0, expires_in_days: days ? Number(days) : null };
    const made = await api.call(
      'POST /internal/keys/by-account/{account_id}/{key_id}/replacement',
      { path, body },
      { idempotencyKey: attempt.keyFor(key_id, body) },
    );
    attempt.end();
    await onMade(made);
  };
  return (
    <Dialog title="End a leaked key" onClose={onClose}>
      <Form<Names>
        submit={isReplaced ? 'Revoke it now' : 'Replace it now'}
        isDanger
        onSubmit={end}
        actions={<Cancel onClick={onClose} />}
      >
        <Choice
          name="key_id"
          label="Key that leaked"
          options={keys.length === 1 ? keys.map(optionOf) : [['', 'Choose a key'], ...keys.map(optionOf)]}
          value={id}
          onChange={choose}
          isRequired
        />
        {isReplaced && <Revoked of={key} />}
        {key && !isReplaced && <Replaced of={key} />}
        {!isReplaced && (
          <Choice name="expires_in_days" label="The new key expires after" options={lifetimes} />
        )}
      </Form>
    </Dialog>
  );
}

const optionOf = (key: Key) =>
  [key.id, `${labelOf(key)}${key.replaced_by === null ? '' : ', being replaced'}`] as const;

const Revoked = ({ of: { prefix, replaced_by } }: { of: Key }) => (
  <p>
    <code>{prefix}…</code> stops working at once.{' '}
    <a href={`/app/keys/${replaced_by}`}>The key that replaced it</a> still works, so no new key is made.
  </p>
);

const Replaced = ({ of: { id, prefix } }: { of: Key }) => (
  <>
    <p>
      <code>{prefix}…</code> stops working at once, and browser extensions are signed out. The new key has the
      same name, mode and addresses. Your credits stay.
    </p>
    <p>
      A program must not stop? <a href={`/app/keys/${id}`}>Open the key</a> and press Replace. Both keys work
      until the time that you choose there.
    </p>
  </>
);
