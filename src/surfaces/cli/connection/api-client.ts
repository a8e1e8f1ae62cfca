import { userInfo } from 'node:os';
import type { Readable } from 'node:stream';
import { request } from 'undici';
import { CommandFailed } from '../command-failed.ts';
import { inOptions } from '../option-words.ts';
import { lossOf, notOurs, wrongSecret } from './connection-faults.ts';

/** An error response of the service. */
export interface Problem {
  code?: string;
  detail?: string | { loc: (string | number)[]; msg: string }[];
}

export interface Answer<Body> {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Body & Problem;
}

export interface Upload {
  stream: Readable;
  bytes: number;
  contentType: string;
  signal: AbortSignal;
}

/** The service's HTTP API, for operators. */
export interface ApiClient {
  url: string;
  /** Throws `CommandFailed` if the service is down or rejects the secret. Other errors are returned. */
  get<Body>(path: string): Promise<Answer<Body>>;
  /** Waits for the response without a timeout. */
  change<Body>(method: 'DELETE' | 'PATCH' | 'POST', path: string, body?: object): Promise<Answer<Body>>;
  upload<Body>(path: string, upload: Upload): Promise<Answer<Body>>;
}

const patient = { headersTimeout: 0, bodyTimeout: 0 } as const;

/** Without a secret only public calls succeed. */
export function openClient(url: string, secret: string | null, actor = ownActor()): ApiClient {
  const headers = { 'x-ops-actor': ascii(actor), ...(secret === null ? {} : { 'x-admin-secret': secret }) };
  return {
    url,
    get: (path) => answerOf(url, () => request(url + path, { headers })),
    change: (method, path, body) =>
      answerOf(url, () =>
        request(url + path, {
          method,
          headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { body: JSON.stringify(body) } : {}),
          ...patient,
        }),
      ),
    upload: (path, { stream, bytes, contentType, signal }) =>
      answerOf(url, () =>
        request(url + path, {
          method: 'POST',
          headers: { ...headers, 'content-type': contentType, 'content-length': String(bytes) },
          body: stream,
          signal,
          ...patient,
        }),
      ),
  };
}

/** Who acts, in the audit trail. */
const ownActor = (): string => `contactry cli, ${userInfo().username}`;
/** All that headers allow. */
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');

/** The answer as JSON. Throws `CommandFailed` if the service is down, and what `refused` says of a 401. */
export async function answerOf<Body>(
  url: string,
  send: () => ReturnType<typeof request>,
  refused: (problem: Problem) => CommandFailed = wrongSecret,
): Promise<Answer<Body>> {
  try {
    const { statusCode, headers, body } = await send();
    const text = await body.text();
    if (!isJson(headers['content-type'])) throw notOurs(url);
    const answer = { status: statusCode, headers, body: JSON.parse(text) };
    if (statusCode === 401) throw refused(answer.body);
    return answer;
  } catch (error) {
    throw lossOf(error, url) ?? error;
  }
}

const isJson = (type: string | string[] | undefined) => /[/+]json/.test(String(type));

/** The body of a successful response. Throws the error's sentence otherwise. */
export function bodyOf<Body>({ status, body }: Answer<Body>): Body {
  if (status !== 200) throw new CommandFailed(problemText(body, status));
  return body;
}

/** An error response as a sentence. */
export function problemText({ detail, code }: Problem, status: number): string {
  if (Array.isArray(detail)) return detail.map(faultText).join('\n');
  return detail === undefined ? unexplained(status, code) : inOptions(detail);
}

/** Our own sentences need no name beside them. The place in the request says nothing in a terminal. */
function faultText({ loc, msg }: { loc: (string | number)[]; msg: string }): string {
  const name = loc.slice(1).join('.');
  return msg.endsWith('.') || name === '' ? inOptions(msg) : `${name}: ${msg}`;
}

const unexplained = (status: number, code?: string): string =>
  `The service answered ${status}${code ? ` ${code}` : ''}.`;
