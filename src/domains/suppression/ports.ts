import { port } from '#core/ports.ts';
import type { ProfileProof } from '#platform/contact-sources/profile-proof.ts';

/** Looks for a nonce on a profile. The sources open it. */
export const ProfileProofs = port<ProfileProof>('profile-proofs');
