/** Everything about people and everything secret that the fuzz sends has one of these forms, so that it is recognised wherever it is kept. */
export const contactForms = {
  'an email': 'person-[0-9]+@example\\.com',
  'a phone number': '447700900[0-9]{3}',
  'a profile': '(known-person|no-match)-[0-9]+',
  'a name': '(Person Number [0-9]+|Asha Example|Ravi Sample|Dana Desk)',
};

/** Also personal, but of the customers themselves. No line of the log has any. */
export const customerForms = {
  "a customer's email": '(guest-[0-9]+@mail-[0-9]+\\.example|fuzz-[0-9]+-[0-9]+@example\\.com)',
};

export const secretForms = {
  'a key or a token': 'cty_(live|test|session|refresh|console)_[0-9A-Za-z]{30}',
  'a webhook secret': 'whsec_[0-9A-Za-z+/=]{20}',
};

/** Finds contacts and secrets in log lines. */
export function openLineCheck(secrets: readonly string[]): (line: string) => string | null {
  const forms = Object.entries({ ...contactForms, ...customerForms, ...secretForms }).map(
    ([what, form]) => [what, new RegExp(form)] as const,
  );
  const any = new RegExp(forms.map(([, { source }]) => source).join('|'));
  return (line) => {
    if (secrets.some((secret) => line.includes(secret))) return 'a secret';
    if (!any.test(line)) return null;
    return forms.find(([, form]) => form.test(line))?.[0] ?? null;
  };
}
