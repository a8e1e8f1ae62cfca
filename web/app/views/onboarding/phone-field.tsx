import type { TargetedInputEvent } from 'preact';
import { Field } from '#web/shared/forms/field.tsx';
import { recordNumber } from '#web/shared/forms/fields.generated.ts';
import { phoneAsTyped } from '#web/shared/values/phone-text.tsx';

/** A mobile number, written in international form while it is typed. Empty at first: a browser puts the cursor before a given +91. */
export const PhoneField = ({ hint = anyCountry, value }: { hint?: string; value?: string | undefined }) => (
  <Field
    {...recordNumber.whatsapp}
    label="Mobile number"
    hint={hint}
    value={value}
    type="tel"
    autoComplete="tel"
    onInput={rewrite}
  />
);

export const anyCountry = 'Ten digits for an Indian number. For others, begin with + and the country code.';

async function rewrite({ currentTarget: field }: TargetedInputEvent<HTMLInputElement>): Promise<void> {
  const { value, selectionStart } = field;
  // Elsewhere than at the end, the cursor would jump.
  if (selectionStart !== value.length) return;
  const text = await phoneAsTyped(value);
  if (field.value === value) field.value = text;
}
