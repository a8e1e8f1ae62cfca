/** The API's filters that name a person or their network. */
export const personKinds = [
  ['email', 'Email'],
  ['provider_user', 'Sign-in, as provider:id'],
  ['whatsapp', 'Phone'],
  ['device', 'Device'],
  ['ip', 'IP address or CIDR'],
] as const;

export const personBy = (kind: string, text: string) =>
  text && personKinds.some(([each]) => each === kind) ? { [kind]: text } : {};

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
