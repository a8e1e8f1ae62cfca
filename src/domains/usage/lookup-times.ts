import { port } from '#core/ports.ts';

export interface LookupTimes {
  /** A live lookup was answered. */
  took(ms: number): void;
  /** Writes what was counted since the last time. */
  write(): Promise<void>;
}

export const LookupTimes = port<LookupTimes>('lookup-times');
