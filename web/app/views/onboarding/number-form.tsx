import { api, me } from '#web/shared/answers/api.ts';
import { notify } from '#web/shared/feedback/notify.ts';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import type { NumberState, SentCode } from './number.ts';
import { PhoneField } from './phone-field.tsx';
import { sendCode } from './send-code.ts';

interface NumberFormProps {
  of: NumberState;
  onSent: (code: SentCode) => void;
  /** Back to the code that was sent before. */
  onCode: () => void;
  onRecorded: () => Promise<void>;
}

/** Asks for a number. Where codes aren't required, the number can also be kept without one. */
export function NumberForm({
  of: { required, state, whatsapp },
  onSent,
  onCode,
  onRecorded,
}: NumberFormProps) {
  const submit = async ({ whatsapp: number }: FormValues<'whatsapp'>) => onSent(await sendCode(number));
  const record = async ({ whatsapp: number }: FormValues<'whatsapp'>) => {
    await api.call('POST /internal/identity/whatsapp/pending', {
      body: { account_id: me, whatsapp: number },
    });
    notify('Your number is saved.');
    await onRecorded();
  };
  return (
    <>
      {state === 'recorded' && <p>{whatsapp} is saved, and not confirmed.</p>}
      <Form<'whatsapp'>
        submit={required ? 'Send a code' : 'Save'}
        onSubmit={required ? submit : record}
        actions={state === 'code_sent' && <HaveCode onClick={onCode} />}
      >
        <PhoneField />
      </Form>
    </>
  );
}

const HaveCode = ({ onClick }: { onClick: () => void }) => (
  <button type="button" class="quiet" onClick={onClick}>
    I have a code
  </button>
);
