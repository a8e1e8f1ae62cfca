import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { Note } from '#web/app/parts/note.tsx';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { Card } from '#web/shared/layout/card.tsx';
import { Secret } from '#web/shared/values/secret.tsx';
import { Time } from '#web/shared/values/time.tsx';
import { ReplaceSecret } from './replace-secret.tsx';

type Shown = Answer<'POST /internal/webhooks/{account_id}/secret'>;
const path = { account_id: me };

/** The secret for the `webhook_url` of jobs. Shows it at the first asking, and replaces it. */
export function JobsSecret() {
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
    <Card title="Signing secret of jobs">
      <p>
        Messages to the webhook that you give a single job are signed with it. It is shown once; if you have
        lost it, replace it.
      </p>
      {shown && <SecretShown of={shown} />}
      <div class="actions">
        {!shown && <Action label="Show the secret of jobs" run={show} />}
        <button type="button" onClick={() => setReplacing(true)}>
          Replace
        </button>
      </div>
      {isReplacing && <ReplaceSecret onReplace={replace} onClose={() => setReplacing(false)} />}
    </Card>
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
