const rawKey = /cty_(live|test|session|refresh)_[0-9A-Za-z]{8,}/g;
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Removes keys and email addresses, wherever they appear. */
export const withoutKeysAndEmails = (text: string): string =>
  text.replace(rawKey, 'cty_$1_[redacted]').replace(email, '[redacted]');

const anyKey = /cty_(live|test|session|refresh)_[0-9A-Za-z]{8,}/gi;
const webhookSecret = /whsec_[0-9A-Za-z+/=]{8,}/g;
const anyEmail =
  /(?:"[^"]{1,64}"|[^\s"'<>()[\]{},:;@/=&?\\]{1,64})\s{0,3}@\s{0,3}[\p{L}\p{M}\p{N}-]{1,63}(?:\s{0,3}\.\s{0,3}[\p{L}\p{M}\p{N}-]{1,63})+/gu;
/** Seven digits or more, also with separators and without a `+`. Dates are none. */
const anyPhone =
  /(?<![\p{L}\p{N}_])(?!\d{4}-\d\d-\d\d)\+?\(?\d(?:[\s().\-/]{0,3}\d){6,18}(?:\s?x\s?\d{1,6})?(?![\p{L}\p{N}_])/gu;
const userOfUrl = /(https?:\/\/)[^\s/?#@]{1,200}@/gi;
const queryOfUrl = /(https?:\/\/[^\s?#"'<>]+)[?#][^\s"'<>]+/gi;

/**
 * Removes keys, secrets, users and queries of URLs, and what looks like an email address or a phone number in any spelling that a reader of
 * requests accepts: percent-encoded, in digits of other scripts, of full width, with spaces.
 */
export function withoutContacts(text: string): string {
  const plain = inPlainSpelling(text);
  const redacted = plain
    .replace(anyKey, (_, mode: string) => `cty_${mode.toLowerCase()}_[redacted]`)
    .replace(webhookSecret, 'whsec_[redacted]')
    .replace(userOfUrl, '$1')
    .replace(queryOfUrl, '$1?[redacted]')
    .replace(anyEmail, '[redacted]')
    .replace(anyPhone, '[redacted]');
  return redacted === plain ? text : redacted;
}

/** To recognise contacts. Digits of other scripts become zeros. */
const inPlainSpelling = (text: string): string =>
  decoded(decoded(text.normalize('NFKC'))).replace(/(?![0-9])\p{Nd}/gu, '0');

const decoded = (text: string): string =>
  text.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
