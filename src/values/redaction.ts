const rawKey = /cty_(live|test|session|refresh)_[0-9A-Za-z]{8,}/g;
const webhookSecret = /whsec_[0-9A-Za-z+/=]{8,}/g;
const email = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const phone = /\+[1-9](?:[ ()-]?\d){7,14}/g;

/** Removes keys and email addresses, wherever they appear. */
export const withoutKeysAndEmails = (text: string): string =>
  text.replace(rawKey, 'cty_$1_[redacted]').replace(email, '[redacted]');

/** Removes webhook secrets and phone numbers as well. */
export const withoutSecrets = (text: string): string =>
  withoutKeysAndEmails(text).replace(webhookSecret, 'whsec_[redacted]').replace(phone, '[redacted]');
