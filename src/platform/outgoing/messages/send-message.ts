import type { Dispatcher } from 'undici';
import { traceHeaders } from '#core/tracing/trace.ts';
import { type Exchanged, exchange } from '../exchange/exchange.ts';
import { judgeUrl } from '../pages/judge-url.ts';

export interface Message {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

/** The status of the answer, or why there was none. */
export type MessageResult = { ms: number } & ({ status: number } | { failure: string });

/** Posts messages to addresses that customers name. */
export interface MessageSender {
  /** Why the address can't be used, as a sentence; null if it can. Its name is only resolved when a message is sent. */
  refusalOf(url: string): string | null;
  /** One request to a public address: no redirects, no retries. Never throws. */
  send(message: Message): Promise<MessageResult>;
}

interface Sending {
  dispatcher: Dispatcher;
  allowedOrigins: readonly string[];
  userAgent: string;
}

const timeoutMs = 15_000;

export function openMessageSender({ dispatcher, allowedOrigins, userAgent }: Sending): MessageSender {
  const judge = (url: string) => judgeUrl(url, { allowedOrigins });
  return {
    refusalOf(url) {
      const judged = judge(url);
      if (!judged.ok) return sentences[judged.reason];
      const isAllowed = allowedOrigins.includes(judged.url.origin);
      return judged.url.protocol === 'https:' || isAllowed ? null : sentences.scheme;
    },
    async send({ url, headers, body, signal }) {
      const judged = judge(url);
      if (!judged.ok) return { ms: 0, failure: 'address_refused' };
      const result: Exchanged = await exchange(dispatcher, {
        url: judged.url,
        method: 'POST',
        headers: {
          'user-agent': userAgent,
          'content-type': 'application/json',
          ...traceHeaders(),
          ...headers,
        },
        body,
        signal,
        timeoutMs,
        headersMs: timeoutMs,
        bodyBytesMax: 0,
        wantsBody: () => false,
      });
      return result.ok
        ? { ms: result.ms, status: result.status }
        : { ms: result.ms, failure: result.failure };
    },
  };
}

const notPublic = 'The address must be on the public Internet.';
const sentences = {
  unparsable: 'This is not an address. Send one that starts with https://.',
  too_long: 'The address is longer than 2,048 characters.',
  scheme: 'The address must start with https://.',
  credentials: 'The address must not contain a user name or a password.',
  port: 'The address must use port 443.',
  address_not_public: notPublic,
  special_name: notPublic,
  no_public_suffix: notPublic,
  never_fetched: 'Messages are not sent to this site.',
} as const;
