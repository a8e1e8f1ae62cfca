import { Choice } from '#web/shared/forms/choice.tsx';
import { Field } from '#web/shared/forms/field.tsx';
import './profile-fields.css';
import { states } from './states.ts';

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
  isRequired?: boolean;
}

/** The members of a business profile. What is accepted is the service's to say. */
export function ProfileFields({ of: profile }: { of: Partial<Record<ProfileName, string>> }) {
  const text = ({ isRequired = true, ...field }: TextProps) => (
    <Field {...field} value={profile[field.name]} isRequired={isRequired} />
  );
  return (
    <>
      <div class="pair">
        {text({ name: 'first_name', label: 'First name', autoComplete: 'given-name' })}
        {text({ name: 'last_name', label: 'Last name', autoComplete: 'family-name' })}
      </div>
      {text({
        name: 'business_name',
        label: 'Business name',
        autoComplete: 'organization',
        hint: 'As registered for GST. Leave it empty to be invoiced under your own name.',
        isRequired: false,
      })}
      {text({ name: 'address_line1', label: 'Address', autoComplete: 'address-line1' })}
      {text({
        name: 'address_line2',
        label: 'Address, second line',
        autoComplete: 'address-line2',
        isRequired: false,
      })}
      <div class="pair">
        {text({ name: 'city', label: 'City', autoComplete: 'address-level2' })}
        {text({ name: 'pincode', label: 'PIN code', autoComplete: 'postal-code', inputMode: 'numeric' })}
      </div>
      <Choice
        name="state"
        label="State"
        hint="It decides which GST an invoice shows."
        options={[['', 'Choose'], ...states.map((name) => [name, name] as const)]}
        value={profile.state}
        isRequired
      />
      {text({
        name: 'gstin',
        label: 'GSTIN',
        hint: '15 characters, for a registered business.',
        isRequired: false,
      })}
    </>
  );
}
