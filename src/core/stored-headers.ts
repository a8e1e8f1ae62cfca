import type { RequestFacts } from './context.ts';
import { ValidationFailure, type ValidationFault } from './failure.ts';
import { unstorable } from './storable-text.ts';

const idempotencyKeyLengthMax = 255;
/** Of an operator's name in the audit trail; what is longer is cut. */
const actorLengthMax = 200;

/** Refuses with 422, by their names, headers that are to be stored and can't be. */
export function refuseUnstorableHeaders({ headers, idempotencyKey }: RequestFacts): void {
  const faults: ValidationFault[] = [];
  const actor = headers['x-ops-actor'];
  const actorFault = actor === undefined ? null : unstorable(actor);
  if (actorFault) faults.push({ loc: ['header', 'x-ops-actor'], ...actorFault });
  const keyFault = idempotencyKey === null ? null : faultOfKey(idempotencyKey);
  if (keyFault) faults.push({ loc: ['header', 'idempotency-key'], ...keyFault });
  if (faults.length > 0) throw new ValidationFailure(faults);
}

const faultOfKey = (key: string) =>
  key.length >= 1 && key.length <= idempotencyKeyLengthMax
    ? unstorable(key)
    : { msg: `String should have 1 to ${idempotencyKeyLengthMax} characters`, type: 'value_error' };

/** The operator as the audit trail names them. */
export const actorOf = ({ headers }: RequestFacts): string =>
  headers['x-ops-actor']?.trim().slice(0, actorLengthMax).toWellFormed() || 'ops';
