import { useState } from 'preact/hooks';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { timeOf } from '#web/shared/values/time.tsx';
import { type Key, lifetimes, nameOf } from './key.ts';
import type { Made } from './made-key.tsx';

type Names = 'key_id' | 'overlap_hours' | 'expires_in_days';

interface ReplaceKeyProps {
  /** One of these. */
  of: readonly Key[];
  /** It ends now. */
  isLeaked?: boolean;
  onMade: (made: Made) => Promise<void>;
  onClose: () => void;
}

export function ReplaceKey({ of: keys, isLeaked = false, onMade, onClose }: ReplaceKeyProps) {
  const attempt = useAttempt();
  const [hours, setHours] = useState(isLeaked ? '0' : '24');
  const replace = async ({ key_id = keys[0]!.id, expires_in_days: days }: FormValues<Names>) => {
    const body = { overlap_hours: Number(hours), expires_in_days: days ? Number(days) : null };
    const made = await api.call(
      'POST /internal/keys/by-account/{account_id}/{key_id}/replacement',
      { path: { account_id: me, key_id }, body },
      { idempotencyKey: attempt.keyFor(key_id, body) },
    );
    attempt.end();
    onClose();
    await onMade(made);
  };
  return (
    <Dialog title={isLeaked ? 'Replace a leaked key' : `Replace ${nameOf(keys[0]!)}`} onClose={onClose}>
      <p>
        The new key has the same name, mode and addresses.{' '}
        {isLeaked
          ? 'The old one stops working at once, and browser extensions are signed out. Your credits stay.'
          : 'Change it in your programs while both work.'}
      </p>
      <Form<Names>
        submit={isLeaked ? 'Replace it now' : 'Replace the key'}
        isDanger={isLeaked}
        onSubmit={replace}
        onInput={({ overlap_hours }) => overlap_hours !== undefined && setHours(overlap_hours)}
        actions={<Cancel onClick={onClose} />}
      >
        {keys.length > 1 && (
          <Choice
            name="key_id"
            label="Key"
            options={keys.map((key) => [key.id, `${nameOf(key)} (${key.prefix}…)`] as const)}
          />
        )}
        {!isLeaked && (
          <Choice
            name="overlap_hours"
            label="The old key still works for"
            options={overlaps}
            value={hours}
            hint={endWords(Number(hours), keys[0]!)}
          />
        )}
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
