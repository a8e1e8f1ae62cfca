import { useState } from 'preact/hooks';
import { type Answer, ValidationError } from '#client';
import { api, me } from '#web/shared/answers/api.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { session } from '#web/shared/session/session.ts';
import { isPhone } from '#web/shared/values/phone-text.tsx';
import type { SentCode } from './number.ts';
import { anyCountry, PhoneField } from './phone-field.tsx';
import { forgetDraft, keepDraft, keptDraft } from './profile-draft.ts';
import { ProfileFields, type ProfileName } from './profile-fields.tsx';
import { sendCode } from './send-code.ts';

type Profile = NonNullable<Answer<'GET /internal/identity/onboarding/status'>['business_profile']>;

type Values = FormValues<ProfileName>;

interface ProfileFormProps {
  profile: Profile | null;
  /** Whether saving it also starts the onboarding. */
  isNew: boolean;
  /** Whether it also asks for the mobile number, and sends it a code. */
  asksNumber: boolean;
  onSaved: (code: SentCode | null) => Promise<void>;
  onCancel: () => void;
}

export function ProfileForm({ profile, isNew, asksNumber, onSaved, onCancel }: ProfileFormProps) {
  const [draft] = useState(isNew ? keptDraft : null);
  const save = async ({ whatsapp, ...values }: FormValues<ProfileName | 'whatsapp'>) => {
    if (isNew) await start(values, asksNumber ? whatsapp : null);
    else
      await api.call('PATCH /internal/identity/business-profile', {
        body: { account_id: me, ...(await withLatest(values, profile)) },
      });
    const code = asksNumber ? await sendCode(whatsapp) : null;
    forgetDraft();
    await onSaved(code);
  };
  return (
    <Form<ProfileName | 'whatsapp'>
      submit={asksNumber ? 'Save and send a code' : 'Save'}
      onSubmit={save}
      onInput={isNew ? keepDraft : undefined}
      actions={!isNew && <Cancel onClick={onCancel} />}
    >
      <ProfileFields of={draft ?? profile ?? namesIn(session.value?.name)} isNew={isNew} />
      {asksNumber && (
        <PhoneField
          value={draft?.whatsapp}
          hint="We send a code to it on WhatsApp. If it isn’t an Indian number, begin with + and the country code."
        />
      )}
    </Form>
  );
}

/** Refuses a number that can't be one together with the rest, though it is sent later. */
async function start(values: Values, number: string | null): Promise<void> {
  try {
    await api.call('POST /internal/identity/onboarding/start', {
      body: { account_id: me, ...values, email: me },
    });
  } catch (error) {
    if (!(error instanceof ValidationError) || number === null || (await isPhone(number))) throw error;
    const fault = { loc: ['body', 'whatsapp'], msg: anyCountry, type: 'value_error' };
    throw new ValidationError([...error.faults, fault], error.requestId);
  }
}

/** The fields that weren't changed here may have been changed in another tab, and keep what they have now. */
async function withLatest(given: Values, shown: Profile | null): Promise<Values> {
  const { business_profile: latest } = await api.call('GET /internal/identity/onboarding/status', {
    query: { account_id: me },
  });
  const kept = Object.entries(given).map(([name, value]) => {
    const isChanged = value !== (shown?.[name as ProfileName] ?? '');
    return [name, isChanged ? value : (latest?.[name as ProfileName] ?? '')];
  });
  return Object.fromEntries(kept) as Values;
}

/** What the sign-in provider says: the last word is taken for the last name. */
function namesIn(name: string | null | undefined): { first_name?: string; last_name?: string } {
  const [, first = name ?? '', last = ''] = /^(.*\S)\s+(\S+)$/.exec(name?.trim() ?? '') ?? [];
  return { first_name: first, last_name: last };
}
