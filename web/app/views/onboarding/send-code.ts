import type { ContactryError } from '#client';
import { explained } from '#web/app/parts/explained.ts';
import { me, once } from '#web/shared/answers/api.ts';
import type { SentCode } from './number.ts';
import { waitWords } from './wait-words.ts';

/** Sends a code by WhatsApp. Explains refusals for a reader of the form. */
export async function sendCode(number: string): Promise<SentCode> {
  try {
    const { resend_after_seconds: seconds } = await once.call('POST /internal/identity/whatsapp/start', {
      body: { account_id: me, whatsapp: number },
    });
    return { number, resendAt: Date.now() + seconds * 1000 };
  } catch (error) {
    throw explained(error, {
      rate_limited: (refusal) =>
        `You can send another code in ${waitOf(refusal)}. You get one per minute, and five in 24 hours.`,
      messaging_unavailable: (refusal) =>
        `We can’t send WhatsApp messages at the moment. Try again in ${waitOf(refusal)}.`,
      number_already_verified: () =>
        'Your account already has a confirmed number. Reload the page to see it.',
      account_locked: () => 'This number can’t be used. Contact support.',
    });
  }
}

const waitOf = (error: ContactryError) => waitWords(error.retryAfter ?? 60);
