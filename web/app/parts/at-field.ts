import { type ContactryError, ValidationError } from '#client';

/** Shows a refusal at the form field that caused it. */
export function atField(name: string, refusal: ContactryError): ValidationError {
  return new ValidationError(
    [{ loc: ['body', name], msg: refusal.message, type: refusal.code }],
    refusal.requestId,
  );
}
