import { useState } from 'preact/hooks';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { timeOf } from '#web/shared/values/time.tsx';
import { type Key, lifetimes, nameOf } from './key.ts';
import type { Made } from './new-key/made-key.tsx';

type Names = 'overlap_hours' | 'expires_in_days';

interface ReplaceKeyProps {
  of: Key;
  onMade: (made: Made) => Promise<void>;
  onClose: () => void;
}

export function ReplaceKey({ of: key, onMade, onClose }: ReplaceKeyProps) {
  const attempt = useAttempt();
  const [hours, setHours] = useState('24');
  const replace = async ({ expires_in_days: days }: FormValues<Names>) => {
    const body = { overlap_hours: Number(hours), expires_in_days: days ? Number(days) : null };
    const made = await api.call(
      'POST /internal/keys/by-account/{account_id}/{key_id}/replacement',
      { path: { account_id: me, key_id: key.id }, body },
      { idempotencyKey: attempt.keyFor(key.id, body) },
    );
    attempt.end();
    onClose();
    await onMade(made);
  };
  return (
    <Dialog title={`Replace ${nameOf(key)}`} onClose={onClose}>
      <p>
        The new key has the same name, mode and addresses. Change it in your programs while both work: none of
        them stops.
      </p>
      <Form<Names>
        submit="Replace the key"
        onSubmit={replace}
        onInput={({ overlap_hours }) => setHours(overlap_hours)}
        actions={<Cancel onClick={onClose} />}
      >
        <Choice
          name="overlap_hours"
          label="The old key still works for"
          options={overlaps}
          value={hours}
          hint={endWords(Number(hours), key)}
        />
        <Choice name="expires_in_days" label="The new key expires after" options={lifetimes} />
      </Form>
    </Dialog>
  );
}

const overlaps = [
  ['1', '1 hour'],
  ['24', '24 hours'],
  ['72', '3 days'],
  ['168', '7 days'],
  ['0', 'No time: it ends now'],
] as const;

function endWords(hours: number, { expires_at }: Key): string {
  if (hours === 0) return 'It stops working at once, and browser extensions are signed out.';
  const end = Math.min(Date.now() + hours * 3_600_000, Date.parse(expires_at ?? '') || Infinity);
  return `Until ${timeOf(new Date(end).toISOString())}.`;
}
