import { errorOf } from '#platform/messaging/whatsapp/error-codes.ts';
import type { Reply } from '../server.ts';

const statuses: Readonly<Record<number, number>> = { 190: 401, 0: 401, 10: 403, 200: 403, 132001: 404 };

const statusOf = (code: number): number => {
  const trouble = errorOf(code)?.trouble;
  if (trouble === 'temporary') return 500;
  return trouble === 'throughput' ? 429 : (statuses[code] ?? 400);
};

export const refused = (code: number): Reply => ({
  status: statusOf(code),
  body: {
    error: {
      message: `(#${code}) A stand-in's error`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: 'No message was sent.' },
      fbtrace_id: 'Astandin',
    },
  },
});

export const accepted = (to: string, reference: string): Reply => ({
  status: 200,
  body: {
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id: reference, message_status: 'accepted' }],
  },
});
