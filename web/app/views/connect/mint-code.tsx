import { useState } from 'preact/hooks';
import type { Answer } from '#client';
import { Note } from '#web/app/parts/note.tsx';
import { useAttempt } from '#web/app/parts/use-attempt.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { mintSession } from '#web/shared/forms/fields.generated.ts';
import { Form } from '#web/shared/forms/form.tsx';
import { Secret } from '#web/shared/values/secret.tsx';
import { Time } from '#web/shared/values/time.tsx';

type Minted = Answer<'POST /internal/extension/session'>;

/** Mints a session and shows its code, which the reader pastes into the extension. */
export function MintCode({ onMinted }: { onMinted: () => void }) {
  const [minted, setMinted] = useState<Minted | null>(null);
  const attempt = useAttempt();
  const mint = async (label: string) => {
    const body = { account_id: me, label };
    setMinted(
      await api.call('POST /internal/extension/session', { body }, { idempotencyKey: attempt.keyFor(label) }),
    );
    attempt.end();
    onMinted();
  };
  return (
    <>
      <ol class="steps">
        <li>Create a code here.</li>
        <li>Click the extension’s button, then Connect.</li>
        <li>
          Enter the address <code>{location.origin}</code> and paste the code.
        </li>
      </ol>
      <Form<'label'> submit="Create a code" isCleared onSubmit={({ label }) => mint(label)}>
        <Field
          {...mintSession.label}
          label="Name of the browser or device"
          placeholder="Chrome on the laptop"
          isRequired={false}
        />
      </Form>
      {minted && (
        <Note isNews>
          <p>
            Your code is shown once. It works for one extension, until <Time at={minted.expires_at} />.
          </p>
          <Secret text={minted.refresh_token} label="the code" />
        </Note>
      )}
    </>
  );
}
