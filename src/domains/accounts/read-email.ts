import { failField } from '#core/failure.ts';
import { normaliseEmail } from '#values/contacts/index.ts';

/** The one form of an e-mail in a request; 422 naming the member when it is none. */
export function readEmail(loc: ['body' | 'query', string], text: string): string {
  const read = normaliseEmail(text);
  return read.ok ? read.value : failField(loc, `value is not a valid email address: ${read.detail}`);
}
