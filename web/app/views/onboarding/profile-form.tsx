import type { Answer } from '../../../../clients/typescript/src/client.ts';
import { api, me } from '../../../shared/api.ts';
import { Choice } from '../../../shared/choice.tsx';
import { Field } from '../../../shared/field.tsx';
import { Form, type FormValues } from '../../../shared/form.tsx';
import { states } from './states.ts';

type Profile = NonNullable<Answer<'GET /internal/identity/onboarding/status'>['business_profile']>;

interface ProfileFormProps {
  profile: Profile | null;
  /** Whether saving it also starts the onboarding. */
  isNew: boolean;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}

type Name = 'first_name' | 'last_name' | 'address_line1' | 'address_line2' | 'city' | 'state' | 'pincode' | 'gstin';

export function ProfileForm({ profile, isNew, onSaved, onCancel }: ProfileFormProps) {
  const save = async (values: FormValues<Name>) => {
    const body = { account_id: me, ...values };
    if (isNew) await api.call('POST /internal/identity/onboarding/start', { body: { ...body, email: me } });
    else await api.call('PATCH /internal/identity/business-profile', { body });
    await onSaved();
  };
  const cancel = (
    <button type="button" onClick={onCancel}>
      Cancel
    </button>
  );
  return (
    <Form<Name> submit="Save" onSubmit={save} actions={!isNew && cancel}>
      <div class="columns">
        <Field name="first_name" label="First name" value={profile?.first_name} autoComplete="given-name" isRequired />
        <Field name="last_name" label="Last name" value={profile?.last_name} autoComplete="family-name" isRequired />
      </div>
      <Field
        name="address_line1"
        label="Address"
        value={profile?.address_line1}
        autoComplete="address-line1"
        isRequired
      />
      <Field
        name="address_line2"
        label="Address, second line"
        value={profile?.address_line2}
        autoComplete="address-line2"
        isRequired={false}
      />
      <div class="columns">
        <Field name="city" label="City" value={profile?.city} autoComplete="address-level2" isRequired />
        <Field
          name="pincode"
          label="PIN code"
          value={profile?.pincode}
          autoComplete="postal-code"
          inputMode="numeric"
          isRequired
        />
      </div>
      <Choice
        name="state"
        label="State"
        hint="It decides which GST an invoice shows."
        options={[['', 'Choose'], ...states.map((name) => [name, name] as const)]}
        value={profile?.state}
        isRequired
      />
      <Field
        name="gstin"
        label="GSTIN"
        hint="15 characters, for a registered business."
        value={profile?.gstin}
        isRequired={false}
      />
    </Form>
  );
}
