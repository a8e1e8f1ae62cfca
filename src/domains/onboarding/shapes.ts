import Type, { type Static, type TObject } from 'typebox';
import { instant, instantOrNull, orNull, trimmed } from '#core/shapes.ts';
import { stepNames } from './rules.ts';

const required = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, description, examples: [example] });
const optional = (maxLength: number, description: string, example: string) =>
  Type.String({ maxLength, default: '', description, examples: [example] });

const printed = 'Printed on invoices. Letters of every script are kept; control characters are rejected.';

/** Members of a request that saves a profile. Lengths are in characters (Unicode code points). */
export const profileMembers = {
  first_name: required(200, printed, 'Asha'),
  last_name: required(200, printed, 'Example'),
  business_name: optional(
    300,
    'The registered name of the business, printed beside its GSTIN (CGST Rule 46(d)). Empty if the business is registered under ' +
      'the name of the person, or if there is none.',
    'Example Traders Private Limited',
  ),
  address_line1: required(300, printed, '12 Example Street'),
  address_line2: optional(300, printed, 'Second floor'),
  city: required(120, printed, 'Bengaluru'),
  state: Type.String({
    maxLength: 120,
    description:
      'A State or union territory, by its name on the GST list, an earlier official name such as `Orissa`, or its two-digit ' +
      'code. An invoice is not possible without it (CGST Rule 46). May be empty with a GSTIN, whose first two digits say it.',
    examples: ['Karnataka'],
  }),
  pincode: required(
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
    first_name: Type.String({ description: 'Printed on invoices.', examples: ['Asha'] }),
    last_name: Type.String({ description: 'Printed on invoices.', examples: ['Example'] }),
    business_name: Type.String({
      description: 'The registered name of a business. Empty if invoices name the person.',
      examples: ['Example Traders Private Limited'],
    }),
    address_line1: Type.String({ description: 'Printed on invoices.', examples: ['12 Example Street'] }),
    address_line2: Type.String({
      description: 'Printed on invoices. Empty if there is none.',
      examples: ['Second floor'],
    }),
    city: Type.String({ description: 'Printed on invoices.', examples: ['Bengaluru'] }),
    state: Type.String({ description: 'The name on the GST list.', examples: ['Karnataka'] }),
    state_code: Type.String({ description: 'The GST code of the State.', examples: ['29'] }),
    pincode: Type.String({ description: 'The six digits.', examples: ['560001'] }),
    gstin: Type.String({
      description: 'Empty for a buyer who is not registered.',
      examples: ['29ABCDE1234F1ZW'],
    }),
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
