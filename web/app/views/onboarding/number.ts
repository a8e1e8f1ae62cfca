import type { Answer } from '#client';

/** What the service knows of the account's WhatsApp number. */
export type NumberState = Answer<'POST /internal/identity/whatsapp/status'>;

export interface SentCode {
  /** What the person typed. Unknown after a reload: the service shows only a few digits. */
  number: string | null;
  /** When another code can be sent, by this clock. */
  resendAt: number;
}
