import { port } from '#core/ports.ts';
import type { Verifying } from './checking/check-people.ts';

/** Checks emails and stores what was found. */
export const Verifier = port<Verifying>('verifier');
