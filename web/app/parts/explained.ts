import { ContactryError } from '#client';

/** The refusal with a sentence for customers in place of the API's, for the codes that are named. */
export function explained(
  error: unknown,
  words: Readonly<Record<string, (refusal: ContactryError) => string>>,
): unknown {
  const say = error instanceof ContactryError ? words[error.code] : undefined;
  if (!(error instanceof ContactryError) || !say) return error;
  error.message = say(error);
  return error;
}
