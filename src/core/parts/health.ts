import type { Db } from '../db.ts';

/** One thing that was looked at, and what to do about it. */
export interface Finding {
  check: string;
  /** `fault`: the service does not start, or loses or withholds something. `warning`: it works, and the operator should know. */
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  says: string;
  /** The remedy. Empty unless it is a warning or a fault. */
  remedy: string;
}

/** A check of a domain's own state, by one or two bounded statements. Changes nothing. */
export interface HealthCheck {
  /** The `check` of its findings. */
  id: string;
  look(on: { db: Db; now: () => Date; isCell: boolean }): Promise<Finding[]>;
}

export const ok = (check: string, says: string): Finding => ({ check, state: 'ok', says, remedy: '' });
export const skipped = (check: string, says: string): Finding => ({
  check,
  state: 'skipped',
  says,
  remedy: '',
});
export const warning = (check: string, says: string, remedy: string): Finding => ({
  check,
  state: 'warning',
  says,
  remedy,
});
export const fault = (check: string, says: string, remedy: string): Finding => ({
  check,
  state: 'fault',
  says,
  remedy,
});

/** Runs a check, and reports an unexpected error as a fault, so that the other checks run. */
export async function looked(check: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    const remedy =
      code === 'EACCES' || code === 'EPERM'
        ? 'Run the command as the user who runs the service.'
        : 'Read the log and fix the cause.';
    return [fault(check, message || code, remedy)];
  }
}

const freeBytesMin = 200e6;
const freeBytesGood = 2e9;

/** Whether a disk has room. `says` names it. */
export function roomFinding(freeBytes: number, says: string): Finding {
  const remedy =
    'Free some space, or move DATA_DIR to a larger disk. PostgreSQL stops when the disk is full.';
  if (freeBytes < freeBytesMin) return fault('disk', says, remedy);
  return freeBytes < freeBytesGood ? warning('disk', says, remedy) : ok('disk', says);
}
