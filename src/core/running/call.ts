import type { AccountRef, KeyCredential } from '../access.ts';
import type { Kernel } from '../kernel.ts';
import type { Operation } from '../operation.ts';
import type { Admitted } from './admit.ts';

/** One run of an operation. */
export interface Call {
  kernel: Kernel;
  declared: Operation;
  admitted: Admitted;
  input: Record<string, unknown>;
  /** The members as they were sent, before defaults: what a repeat of the request sends again. */
  given: Readonly<Record<string, unknown>>;
  /** Headers that `run` set. */
  ownHeaders: Record<string, string>;
  account: AccountRef | null;
  key: KeyCredential | null;
}
