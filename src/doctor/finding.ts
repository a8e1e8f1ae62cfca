/** One thing that was looked at, and what to do about it. */
export interface Finding {
  check: string;
  /** `fault`: the service does not start, or loses or withholds something. `warning`: it works, and the operator should know. */
  state: 'ok' | 'warning' | 'fault' | 'skipped';
  says: string;
  /** The remedy. Empty unless it is a warning or a fault. */
  remedy: string;
}

const found = (state: Finding['state'], check: string, says: string, remedy = ''): Finding => ({
  check,
  state,
  says,
  remedy,
});
export const ok = (check: string, says: string) => found('ok', check, says);
export const skipped = (check: string, says: string) => found('skipped', check, says);
export const warning = (check: string, says: string, remedy: string) => found('warning', check, says, remedy);
export const fault = (check: string, says: string, remedy: string) => found('fault', check, says, remedy);

/** Runs a check, and reports an unexpected error as a fault, so that the other checks run. */
export async function looked(check: string, look: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    const remedy =
      code === 'EACCES' || code === 'EPERM' ? 'Run the command as the user who runs the service.' : '';
    return [fault(check, message || code, remedy)];
  }
}
