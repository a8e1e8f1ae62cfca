import type { Answer } from '#client';

/** The state of the account's WhatsApp number. */
export type NumberState = Answer<'POST /internal/identity/whatsapp/status'>;

export interface SentCode {
  /** As the person typed it. Unknown after a reload: the service returns only a few digits. */
  number: string | null;
  /** When another code can be sent, by this clock. */
  resendAt: number;
}
