/** The columns of a file, in the order of the template. */
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

/** Other meanings a header can have: parts of a name or a place, typed emails, and columns to ignore. */
export const targets = [
  ...columns,
  'first_name',
  'middle_name',
  'last_name',
  'city',
  'state',
  'work_email',
  'personal_email',
  'company_email',
  'email_status',
  'ignore',
] as const;
export type Target = (typeof targets)[number];

const emailTargets: readonly Target[] = ['email', 'work_email', 'personal_email', 'company_email'];

export const isEmail = (target: Target): boolean => emailTargets.includes(target);

/** Columns that provide a way to reach the person. */
export const isContact = (target: Target): boolean =>
  isEmail(target) || target === 'phone' || target === 'link';

/** A file may have several columns for these, and all are read. */
export const allowsMultiple = (target: Target): boolean => isContact(target);

/** The type that the header itself implies for its addresses. */
export const typeOfEmails: Partial<Record<Target, string>> = {
  work_email: 'work',
  personal_email: 'personal',
  company_email: 'role',
};
