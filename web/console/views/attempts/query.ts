export const attemptTabs: [string, string][] = [
  ['/console/attempts', 'Attempts'],
  ['/console/attempts/days', 'By day'],
];

/** The API's filters that name a person or their network. */
export type Person = Partial<Record<PersonKind, string>>;
export type PersonKind = (typeof personKinds)[number][0];

export const personKinds = [
  ['email', 'Email'],
  ['provider_user', 'Sign-in, as provider:id'],
  ['whatsapp', 'Phone'],
  ['device', 'Device'],
  ['ip', 'IP address or CIDR'],
] as const;

export const outcomes = [
  ['', 'All'],
  ['false', 'Refused'],
  ['true', 'Allowed'],
] as const;
export const steps = [
  ['', 'All'],
  ['vet', 'Asked'],
  ['register', 'Registered'],
] as const;

export const outcomeOf = (text = '') =>
  text === 'true' || text === 'false' ? { allowed: text === 'true' } : {};
export const stepOf = (text = '') =>
  text === 'vet' || text === 'register' ? { step: text as 'vet' | 'register' } : {};
