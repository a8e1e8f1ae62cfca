import type { Operations } from '#client';

export type LockType = Operations['POST /api/v1/admin/locks']['body']['subject_type'];

/** The types of locks, with how each identifier is written. */
export const lockTypes: readonly (readonly [type: LockType, name: string, hint: string])[] = [
  ['account', 'Account', 'Its account ID'],
  ['email', 'Email', 'Any address of the mailbox'],
  ['email_domain', 'Email domain', 'What follows the @, without subdomains'],
  ['provider_user', 'Sign-in', 'provider:id, such as google:108177'],
  ['ip', 'IP address', 'An address or a CIDR'],
  ['whatsapp', 'Phone', 'A WhatsApp number with its country code'],
];

export const lockTypeName = (type: string): string => lockTypes.find(([each]) => each === type)?.[1] ?? type;
export const isLockType = (text: string | undefined): text is LockType =>
  lockTypes.some(([each]) => each === text);
