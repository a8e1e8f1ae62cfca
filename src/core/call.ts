import type { AccountRef, KeyCredential } from './access.ts';
import type { Admitted } from './admit.ts';
import type { Kernel } from './kernel.ts';
import type { Operation } from './operation.ts';

/** One run of an operation. */
export interface Call {
  kernel: Kernel;
  declared: Operation;
  admitted: Admitted;
  input: Record<string, unknown>;
  account: AccountRef | null;
  key: KeyCredential | null;
  /** The answer as JSON, if the operation rendered it itself. */
  json: string | null;
}
