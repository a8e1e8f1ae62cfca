import { isUtf8 } from 'node:buffer';
import { operatorDefault } from '#core/access.ts';
import { ValidationFailure } from '#core/failure.ts';
import { unstorable } from '#core/input/text-rules.ts';

/** For an operator's name in the audit log. Longer names are cut. */
const nameLengthMax = 200;

/** Names that the audit log gives to other callers. */
const reserved = /^(?:(?:key|agent|extension|system):.*|anonymous|internal|provider)$/i;

/** The operator's name in the audit log, `operatorDefault` if there is none. Fails with 422 for names that can't be stored or are reserved. */
export function operatorName(header: string | undefined): string {
  const name = inUtf8(header ?? '');
  const fault =
    unstorable(name) ??
    (reserved.test(name.trim())
      ? { msg: 'This name is reserved for other callers', type: 'value_error' }
      : null);
  if (fault) throw new ValidationFailure([{ loc: ['header', 'x-ops-actor'], ...fault }]);
  return name.trim().slice(0, nameLengthMax).toWellFormed() || operatorDefault;
}

/** Node reads headers as Latin-1. Clients send names in UTF-8. */
function inUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) && bytes.toString('latin1') === header ? bytes.toString('utf8') : header;
}
