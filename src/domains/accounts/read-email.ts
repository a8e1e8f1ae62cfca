import { failField } from '#core/failure.ts';
import { normaliseProvedEmail } from '#values/contacts/index.ts';

/** Normalises an e-mail in a request. Fails with 422 at `path` when it isn't valid. */
export function readEmail(path: string[], text: string): string {
  const read = normaliseProvedEmail(text);
  return read.ok ? read.value : failField(path, `value is not a valid email address: ${read.detail}`);
}
