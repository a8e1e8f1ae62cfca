import { type ContactryError, ValidationError } from '#client';

/** A refusal that is about one field of a form, so that it stands there. */
export function atField(name: string, refusal: ContactryError): ValidationError {
  return new ValidationError(
    [{ loc: ['body', name], msg: refusal.message, type: refusal.code }],
    refusal.requestId,
  );
}
