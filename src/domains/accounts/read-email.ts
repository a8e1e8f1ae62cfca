import { failField } from '#core/failure.ts';
import { normaliseEmail } from '#values/contacts/index.ts';

/** The one form of an e-mail in a request; 422 naming the member when it is none. */
export function readEmail(path: string[], text: string): string {
  const read = normaliseEmail(text);
  return read.ok ? read.value : failField(path, `value is not a valid email address: ${read.detail}`);
}
