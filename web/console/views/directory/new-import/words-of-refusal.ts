import type { ImportRefusedError } from '#client';
import { encodingWords, suggestedEncoding } from '#web/shared/forms/encodings.ts';

/** Refusals that the operator can fix on the page. The API's own sentences name its parameters. */
const mendedHere: Readonly<Record<string, string>> = {
  missing_column:
    'No column holds a profile link, and the directory finds people by their profile. Say under Columns which one does.',
  no_contact_column:
    'No column holds an email address, a phone number or a link. Say under Columns which one does.',
  date_order_missing:
    'A date can be read in two ways. Say above in which order its parts stand, or don’t read the column.',
};

const encodingMend = (message: string) =>
  suggestedEncoding(message)
    ? `${encodingWords(message)} That is chosen above under Encoding. Check again to read the file with it.`
    : `${encodingWords(message)} Choose its encoding above.`;

/** Why a file can't be imported. Line numbers stay. */
export function wordsOfRefusal({ reason, message }: Pick<ImportRefusedError, 'reason' | 'message'>): string {
  if (reason === 'not_utf8') return encodingMend(message);
  const mend = mendedHere[reason];
  const [line = ''] = message.match(/^Line \d+: /) ?? [];
  return mend ? line + mend : message;
}
