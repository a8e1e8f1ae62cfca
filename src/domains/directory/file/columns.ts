/** The columns of a file in our own words, in the order of the template. */
export const columns = [
  'profile_url',
  'full_name',
  'email',
  'email_type',
  'phone',
  'country',
  'link',
  'headline',
  'company',
  'location',
  'source',
  'source_url',
  'seen_at',
] as const;
export type Column = (typeof columns)[number];

/** What a header can mean besides: parts of a name, e-mails that say whose they are, and nothing at all. */
export const targets = [
  ...columns,
  'first_name',
  'middle_name',
  'last_name',
  'work_email',
  'personal_email',
  'company_email',
  'email_status',
  'ignore',
] as const;
export type Target = (typeof targets)[number];

const emailTargets: readonly Target[] = ['email', 'work_email', 'personal_email', 'company_email'];

/** Of these a file may have several columns, and all are read. */
export const allowsMultiple = (target: Target): boolean =>
  emailTargets.includes(target) || isPhoneOrLink(target);
const isPhoneOrLink = (target: Target): boolean => target === 'phone' || target === 'link';

/** Columns by which a person can be reached. */
export const isContact = (target: Target): boolean => allowsMultiple(target);

/** The type that the header itself gives its addresses. */
export const typeOfEmails: Partial<Record<Target, string>> = {
  work_email: 'work',
  personal_email: 'personal',
  company_email: 'role',
};
