import type { TargetedInputEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { ContactryError, ValidationError } from '#client';
import { atField } from '#web/app/parts/at-field.ts';
import { explained } from '#web/app/parts/explained.ts';
import { api, me } from '#web/shared/answers/api.ts';
import { Action } from '#web/shared/feedback/action.tsx';
import { notify } from '#web/shared/feedback/notify.ts';
import { Field } from '#web/shared/forms/field.tsx';
import { confirmCode } from '#web/shared/forms/fields.generated.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { PhoneText } from '#web/shared/values/phone-text.tsx';
import type { SentCode } from './number.ts';
import { PhoneField } from './phone-field.tsx';
import { sendCode } from './send-code.ts';
import { useSecondsUntil } from './use-seconds-until.ts';

interface CodeFormProps {
  sent: SentCode;
  /** The number that the service knows, with most of its digits hidden. */
  masked: string | null;
  onSent: (code: SentCode) => void;
  onOther: () => void;
  onConfirmed: () => Promise<void>;
}

/** Asks for the code that was sent. Another one can be sent after a minute. */
export function CodeForm({ sent, masked, onSent, onOther, onConfirmed }: CodeFormProps) {
  const { number, resendAt } = sent;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Just sent: the reader waits for it.
    if (number !== null) place.current?.querySelector('input')?.focus();
  }, []);
  const confirm = async ({ code, whatsapp }: FormValues<'code' | 'whatsapp'>) => {
    await confirmNumber(number ?? whatsapp, code);
    notify('Your number is confirmed.');
    await onConfirmed();
  };
  return (
    <div ref={place} class="stack">
      <p>
        We sent a code of six digits to{' '}
        {number === null ? (masked ?? 'your number') : <PhoneText of={number} />} on WhatsApp. It is valid for
        10 minutes.
      </p>
      <Form<'code' | 'whatsapp'>
        submit="Confirm"
        onSubmit={confirm}
        actions={
          <>
            {number !== null && <Resend number={number} at={resendAt} onSent={onSent} />}
            <button type="button" class="quiet" onClick={onOther}>
              {number === null ? 'Send a new code' : 'Use another number'}
            </button>
          </>
        }
      >
        {number === null && <PhoneField hint="The one that got the code." />}
        <Field
          {...confirmCode.code}
          label="Code"
          hint="It is confirmed with the sixth digit."
          inputMode="numeric"
          autoComplete="one-time-code"
          onInput={submitFull}
        />
      </Form>
    </div>
  );
}

function submitFull({ currentTarget: { value, form } }: TargetedInputEvent<HTMLInputElement>): void {
  if (/^\d{6}$/.test(value)) form?.requestSubmit();
}

function Resend({ number, at, onSent }: { number: string; at: number; onSent: (code: SentCode) => void }) {
  const seconds = useSecondsUntil(at);
  const resend = async () => {
    onSent(await sendCode(number));
    notify('We sent a new code. The one before no longer works.');
  };
  return (
    <Action
      label={seconds > 0 ? `Send again in ${seconds} s` : 'Send again'}
      disabled={seconds > 0}
      run={resend}
    />
  );
}

async function confirmNumber(whatsapp: string, code: string): Promise<void> {
  try {
    await api.call('POST /internal/identity/whatsapp/confirm', { body: { account_id: me, whatsapp, code } });
  } catch (error) {
    throw atCode(
      explained(error, {
        code_wrong: wrongWords,
        code_ended: () => 'This code no longer works. Send a new one.',
        handle_taken: () =>
          'This number belongs to another account. Use another number, or sign in to that account.',
      }),
    );
  }
}

function wrongWords(refusal: ContactryError): string {
  const left = 'tries_left' in refusal ? Number(refusal.tries_left) : 0;
  if (left === 0) return 'The code is wrong. Send a new one.';
  return `The code is wrong. You have ${left} ${left === 1 ? 'try' : 'tries'} left.`;
}

/** Shows an error about the code at its field. */
function atCode(error: unknown): unknown {
  if (error instanceof ValidationError) {
    const faults = error.faults.map((fault) =>
      fault.loc.includes('code') ? { ...fault, msg: 'Type the six digits of the code.' } : fault,
    );
    return new ValidationError(faults, error.requestId);
  }
  if (!(error instanceof ContactryError) || !error.code.startsWith('code_')) return error;
  return atField('code', error);
}
