import { errorOf } from '#platform/messaging/whatsapp/error-codes.ts';

export interface StandInReply {
  status: number;
  body: string;
}

const statuses: Readonly<Record<number, number>> = { 190: 401, 0: 401, 10: 403, 200: 403, 132001: 404 };

const statusOf = (code: number): number => {
  const trouble = errorOf(code)?.trouble;
  if (trouble === 'temporary') return 500;
  return trouble === 'throughput' ? 429 : (statuses[code] ?? 400);
};

export const refused = (code: number): StandInReply => ({
  status: statusOf(code),
  body: JSON.stringify({
    error: {
      message: `(#${code}) A stand-in's error`,
      type: 'OAuthException',
      code,
      error_data: { messaging_product: 'whatsapp', details: 'No message was sent.' },
      fbtrace_id: 'Astandin',
    },
  }),
});

export const accepted = (to: string, reference: string): StandInReply => ({
  status: 200,
  body: JSON.stringify({
    messaging_product: 'whatsapp',
    contacts: [{ input: to, wa_id: to }],
    messages: [{ id: reference, message_status: 'accepted' }],
  }),
});
