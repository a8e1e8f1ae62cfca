import { port } from '#core/ports.ts';
import type { ProfileProof } from '#platform/contact-sources/profile-proof.ts';
import type { Mailer } from '#platform/mail/mailer.ts';

/** Looks for a nonce on a profile. The sources open it. */
export const ProfileProofs = port<ProfileProof>('profile-proofs');

/** Null if no mail sender is configured. */
export const MailSender = port<Mailer | null>('mail-sender');
