import type { Answer } from '#client';
import { api, me } from '#web/shared/answers/api.ts';
import { Cancel } from '#web/shared/forms/cancel.tsx';
import { Form, type FormValues } from '#web/shared/forms/form.tsx';
import { ProfileFields, type ProfileName } from './profile-fields.tsx';

type Profile = NonNullable<Answer<'GET /internal/identity/onboarding/status'>['business_profile']>;

interface ProfileFormProps {
  profile: Profile | null;
  /** Whether saving it also starts the onboarding. */
  isNew: boolean;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}

export function ProfileForm({ profile, isNew, onSaved, onCancel }: ProfileFormProps) {
  const save = async (values: FormValues<ProfileName>) => {
    const body = { account_id: me, ...values };
    if (isNew) await api.call('POST /internal/identity/onboarding/start', { body: { ...body, email: me } });
    else await api.call('PATCH /internal/identity/business-profile', { body });
    await onSaved();
  };
  return (
    <Form<ProfileName> submit="Save" onSubmit={save} actions={!isNew && <Cancel onClick={onCancel} />}>
      <ProfileFields of={profile ?? {}} />
    </Form>
  );
}
