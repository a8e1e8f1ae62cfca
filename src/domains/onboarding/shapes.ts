import Type, { type Static, type TObject } from 'typebox';
import { instant, instantOrNull, optionalText, orNull, requiredText, text, trimmed } from '#core/shapes.ts';
import { stepNames } from './rules.ts';

const printed = 'Printed on invoices. Letters of every script are kept; control characters are rejected.';

/** Members of a request that saves a profile. Lengths are in characters (Unicode code points). */
export const profileMembers = {
  first_name: requiredText(200, printed, 'Asha'),
  last_name: requiredText(200, printed, 'Example'),
  business_name: optionalText(
    300,
    'The registered name of the business, printed beside its GSTIN (CGST Rule 46(d)). Empty if the business is registered under ' +
      'the name of the person, or if there is none.',
    'Example Traders Private Limited',
  ),
  address_line1: requiredText(300, printed, '12 Example Street'),
  address_line2: optionalText(300, printed, 'Second floor'),
  city: requiredText(120, printed, 'Bengaluru'),
  state: Type.String({
    maxLength: 120,
    description:
      'A State or union territory, by its name on the GST list, an earlier official name such as `Orissa`, or its two-digit ' +
      'code. An invoice is not possible without it (CGST Rule 46). May be empty with a GSTIN, whose first two digits say it.',
    examples: ['Karnataka'],
  }),
  pincode: requiredText(
    12,
    'Six digits. A space after the third is removed. The State is not derived from it.',
    '560001',
  ),
  gstin: Type.String({
    ...trimmed,
    maxLength: 15,
    default: '',
    description:
      'The GSTIN of a registered business: its check digit is verified, and its first two digits must be the code of `state`. ' +
      'Empty for a buyer who is not registered.',
    examples: ['29ABCDE1234F1ZW'],
  }),
};
export type GivenProfile = Static<TObject<typeof profileMembers>>;

export const BusinessProfile = Type.Object(
  {
    first_name: text('Printed on invoices.', 'Asha'),
    last_name: text('Printed on invoices.', 'Example'),
    business_name: text(
      'The registered name of a business. Empty if invoices name the person.',
      'Example Traders Private Limited',
    ),
    address_line1: text('Printed on invoices.', '12 Example Street'),
    address_line2: text('Printed on invoices. Empty if there is none.', 'Second floor'),
    city: text('Printed on invoices.', 'Bengaluru'),
    state: text('The name on the GST list.', 'Karnataka'),
    state_code: text('The GST code of the State.', '29'),
    pincode: text('The six digits.', '560001'),
    gstin: text('Empty for a buyer who is not registered.', '29ABCDE1234F1ZW'),
    saved_at: instant('When the profile was last changed.'),
  },
  { title: 'BusinessProfile' },
);
export type BusinessProfile = Static<typeof BusinessProfile>;

const Step = Type.Enum([...stepNames]);

export const Onboarding = Type.Object(
  {
    account_id: Type.String(),
    state: Type.Enum(['not_started', 'in_progress', 'complete'], {
      description: '`complete` as soon as nothing is missing, `not_started` as long as nothing is done.',
      examples: ['in_progress'],
    }),
    steps: Type.Array(Step, {
      description: 'The steps that are done.',
      examples: [['email', 'business_profile']],
    }),
    missing: Type.Array(Step, {
      description:
        'The steps that are required and not done. `whatsapp` is required only while the setting says so.',
      examples: [['whatsapp']],
    }),
    email: orNull(Type.String(), "The account's email. It is not changed here."),
    email_verified_at: instantOrNull(
      'When an email of the account was first proved. It still counts after another one becomes the first.',
    ),
    business_profile: orNull(BusinessProfile, 'The profile. Null until it is saved.'),
  },
  { title: 'Onboarding' },
);
export type Onboarding = Static<typeof Onboarding>;
