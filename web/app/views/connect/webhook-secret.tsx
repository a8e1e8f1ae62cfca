import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { Note } from '#web/app/parts/note.tsx';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Dialog } from '#web/shared/feedback/dialog.tsx';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Form } from '#web/shared/forms/form.tsx';
import { Secret } from '#web/shared/values/secret.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Shown = Answer<'POST /internal/webhooks/{account_id}/secret'>;
const path = { account_id: me };

/** Shows the secret at the first asking, and replaces it. */
export function WebhookSecret() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isReplacing, setReplacing] = useState(false);
  const attempt = useAttempt();
  const show = async () => setShown(await api.call('POST /internal/webhooks/{account_id}/secret', { path }));
  const replace = async (hours: number) => {
    const request = { path, body: { overlap_hours: hours } };
    const options = { idempotencyKey: attempt.keyFor(hours) };
    setShown(await api.call('POST /internal/webhooks/{account_id}/secret/rotation', request, options));
    attempt.end();
    setReplacing(false);
  };
  return (
    <>
      <p>Your server verifies each message with it. It is shown once; if you have lost it, replace it.</p>
      {shown && <SecretShown of={shown} />}
      <div class="actions">
        {!shown && <Action label="Show the secret" run={show} />}
        <button type="button" onClick={() => setReplacing(true)}>
          Replace
        </button>
      </div>
      {isReplacing && <ReplaceSecret onReplace={replace} onClose={() => setReplacing(false)} />}
    </>
  );
}

const SecretShown = ({ of: { secret, created_at, previous_until } }: { of: Shown }) => (
  <Note isNews>
    {secret ? (
      <Secret text={secret} />
    ) : (
      <p>
        It was made <Time at={created_at} /> and has been shown before.
      </p>
    )}
    {previous_until && (
      <p>
        Until <Time at={previous_until} /> messages are also signed with the secret before this one.
      </p>
    )}
  </Note>
);

const overlaps = [
  ['24', 'For 24 hours'],
  ['168', 'For 7 days'],
  ['0', 'End it at once: it has leaked'],
] as const;

interface ReplaceSecretProps {
  onReplace: (overlapHours: number) => Promise<void>;
  onClose: () => void;
}

const ReplaceSecret = ({ onReplace, onClose }: ReplaceSecretProps) => (
  <Dialog title="Replace the signing secret?" onClose={onClose}>
    <Form<'overlap_hours'>
      submit="Replace it"
      isDanger
      onSubmit={({ overlap_hours }) => onReplace(Number(overlap_hours))}
      actions={
        <button type="button" onClick={onClose}>
          Keep it
        </button>
      }
    >
      <Choice
        name="overlap_hours"
        label="Sign with the old secret as well"
        hint="Until then you can change the secret on your servers without losing a message."
        options={overlaps}
      />
    </Form>
  </Dialog>
);
