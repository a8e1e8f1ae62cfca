import type { Finding } from '#core/parts/health.ts';
import { port } from '#core/ports.ts';

/** Asks vendors whether they accept our credentials, by calls that cost nothing, and looks at the certificate of PUBLIC_URL. */
export type OutsideChecks = (now: Date) => Promise<Finding[]>;

export const OutsideChecks = port<OutsideChecks>('outside-checks');
