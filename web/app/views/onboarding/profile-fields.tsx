import type { TargetedInputEvent } from 'preact';
import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import { startOnboarding } from '#web/shared/forms/fields.generated.ts';
import './profile-fields.css';
import { stateOfGstin, states } from './states.ts';

export type ProfileName =
  | 'first_name'
  | 'last_name'
  | 'business_name'
  | 'address_line1'
  | 'address_line2'
  | 'city'
  | 'state'
  | 'pincode'
  | 'gstin';

interface TextProps {
  name: ProfileName;
  label: string;
  autoComplete?: string;
  inputMode?: 'numeric';
  hint?: string;
  maxLength?: number;
  isRequired?: boolean;
  onInput?: (event: TargetedInputEvent<HTMLInputElement>) => void;
}

interface ProfileFieldsProps {
  of: Partial<Record<ProfileName, string>>;
  /** Asks only for what a purchase needs. */
  isNew: boolean;
}

/** The members of a business profile. The service validates them. */
export function ProfileFields({ of: profile, isNew }: ProfileFieldsProps) {
  const text = (field: TextProps) => <Field isRequired={false} {...field} value={profile[field.name]} />;
  return (
    <>
      <div class="pair">
        {text({ ...startOnboarding.first_name, label: 'First name', autoComplete: 'given-name' })}
        {text({ ...startOnboarding.last_name, label: 'Last name', autoComplete: 'family-name' })}
      </div>
      <details open={!isNew || Boolean(profile.gstin || profile.business_name)}>
        <summary>For a business</summary>
        <div class="pair">
          {text({
            ...startOnboarding.gstin,
            label: 'GSTIN',
            hint: 'Printed on your invoices. It fills in the State.',
            onInput: fillState,
          })}
          {text({
            ...startOnboarding.business_name,
            label: 'Business name',
            autoComplete: 'organization',
            hint: 'As registered for GST. Empty: your own name.',
          })}
        </div>
      </details>
      {text({ ...startOnboarding.address_line1, label: 'Address', autoComplete: 'address-line1' })}
      {(!isNew || profile.address_line2) &&
        text({
          ...startOnboarding.address_line2,
          label: 'Address, second line',
          autoComplete: 'address-line2',
        })}
      <div class="pair">
        {text({ ...startOnboarding.city, label: 'City', autoComplete: 'address-level2' })}
        {text({
          ...startOnboarding.pincode,
          label: 'PIN code',
          autoComplete: 'postal-code',
          inputMode: 'numeric',
        })}
      </div>
      <Choice
        {...startOnboarding.state}
        label="State"
        hint="It decides which GST an invoice shows."
        options={[['', 'Choose'], ...states.map(([, name]) => [name, name] as const)]}
        value={profile.state}
        isRequired
      />
    </>
  );
}

/** Chooses the State that a GSTIN begins with. */
function fillState({ currentTarget: { value, form } }: TargetedInputEvent<HTMLInputElement>): void {
  const name = stateOfGstin(value);
  const choice = form?.elements.namedItem('state');
  if (name && choice instanceof HTMLSelectElement) choice.value = name;
}
