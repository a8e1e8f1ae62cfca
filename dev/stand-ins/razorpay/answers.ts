import type { Reply } from '../server.ts';
import type { Books } from './books.ts';
import { errorBody, Refusal } from './refusal.ts';
import { answerOf, type Call } from './routes.ts';

/** Fictional credentials. */
export const standInKeys = {
  keyId: 'rzp_test_StandIn0000000',
  keySecret: 'stand-in-key-secret',
  webhookSecret: 'stand-in-webhook-secret',
};

export type Trouble =
  | 'none'
  | 'rate_limited'
  | 'server_error'
  /** An HTML page, as gateways in between send it. */
  | 'html'
  /** The feature isn't switched on for the account. */
  | 'not_enabled'
  /** The same refund is under way. */
  | 'conflict'
  /** The call is carried out, but its connection breaks before the answer. */
  | 'lost_answer'
  /** The call is carried out, but never answered. */
  | 'silent';

const basic = `Basic ${Buffer.from(`${standInKeys.keyId}:${standInKeys.keySecret}`).toString('base64')}`;

/** The answer to a call of the API. Trouble that refuses comes before the call is carried out. */
export function answered(books: Books, call: Call, trouble: Trouble): Reply {
  const refused = refusals[trouble];
  if (refused) return refused;
  if (call.headers.authorization !== basic) {
    return { status: 401, body: errorBody('BAD_REQUEST_ERROR', 'The api key provided is invalid') };
  }
  try {
    return { status: 200, body: answerOf(books, call) };
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

const refusals: Partial<Record<Trouble, Reply>> = {
  rate_limited: { status: 429, body: errorBody('BAD_REQUEST_ERROR', 'Too many requests') },
  server_error: {
    status: 500,
    body: errorBody('SERVER_ERROR', 'We are facing some trouble completing your request'),
  },
  html: {
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<html><body><h1>502 Bad Gateway</h1></body></html>',
  },
  not_enabled: {
    status: 400,
    body: errorBody('BAD_REQUEST_ERROR', 'The requested URL was not found on the server.'),
  },
  conflict: {
    status: 409,
    body: errorBody('BAD_REQUEST_ERROR', 'Another request with the same idempotency key is in progress.'),
  },
};
