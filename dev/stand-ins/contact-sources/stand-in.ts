import { createHash } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';

/** One request, as the vendor sees it. */
export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Parsed JSON; null if there is none. */
  body: unknown;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  /** A string is sent as text, anything else as JSON. */
  body?: unknown;
  /** What the vendor charges for this response. */
  credits?: number;
}

export type Trouble =
  | 'none'
  | 'rate_limited'
  | 'out_of_credits'
  | 'server_error'
  /** A success with truncated JSON. */
  | 'broken_json'
  /** A success with undocumented JSON. */
  | 'wrong_shape'
  /** The request is accepted, but nothing is sent until `release`. */
  | 'silent';

/** One vendor's behaviour, and the fictional people it knows. */
export interface StandInVendor {
  name: string;
  /** The credential it accepts. */
  token: string;
  answer(call: Call): Reply;
  /** Answered with 200 wherever the credential is right. */
  checkPath?: string;
  limited(retryAfterSeconds: number): Reply;
  outOfCredits?(): Reply;
  /** Whether it sends validators and answers 304. */
  hasEtags?: boolean;
}

/** A person whom a source finds through a stand-in. */
export interface KnownPerson {
  source: string;
  link: string;
  /** The link in the profile that leads to the source. */
  shown?: { network: string; handle: string | null; url: string };
  /** The paths that trouble applies to; default: all. */
  onPath?: string;
}

/** How a stand-in replaces its vendor. */
export interface StandInPlace {
  open(): StandInVendor;
  /** The variables of an API: its URL and, if any, its credential. */
  baseUrl?: string;
  token?: string;
  /** The configured price of a paid API, in paise per credit. */
  price?: [variable: string, paise: string];
  /** The public origin of a website. */
  site?: string;
  /** Further variables that enable its sources. */
  switches?: Readonly<Record<string, string>>;
  knows?: readonly KnownPerson[];
}

/** A paid API's settings. */
export const paidPlace = ({
  open,
  variables: [token, price, baseUrl],
  creditPaise,
  knows,
}: Pick<StandInPlace, 'open' | 'knows'> & {
  variables: [token: string, price: string, baseUrl: string];
  creditPaise: string;
}): StandInPlace => ({ open, baseUrl, token, price: [price, creditPaise], knows });

/** What a test, or a person at the keyboard, may change at run time. */
export interface Control {
  trouble: Trouble;
  /** Limits the trouble to paths that start with this. */
  onPath: string;
  retryAfterSeconds: number;
}

export interface StandIn extends AsyncDisposable {
  /** For example `http://127.0.0.1:8123`. */
  origin: string;
  token: string;
  control: Control;
  /** In order of arrival. */
  calls: Call[];
  /** Credits charged so far. */
  readonly credits: number;
  /** Waits until this many calls have arrived in total. Tests use it instead of sleeping. */
  received(count: number): Promise<void>;
  /** Answers the calls that `silent` holds back. */
  release(): void;
}

/** @param port 0 picks a free one */
export async function openStandIn(vendor: StandInVendor, port = 0): Promise<StandIn> {
  const calls: Call[] = [];
  const waiting: { count: number; go: () => void }[] = [];
  const held: (() => void)[] = [];
  const control: Control = { trouble: 'none', onPath: '/', retryAfterSeconds: 60 };
  let credits = 0;

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await callOf(request);
    calls.push(call);
    const isTroubled = call.path.startsWith(control.onPath);
    const trouble = isTroubled && control.trouble !== 'none' ? control.trouble : troubleNamed(call);
    const reply = replyTo(vendor, call, trouble, control);
    credits += reply.credits ?? 0;
    for (const { go } of waiting.filter(({ count }) => count <= calls.length)) go();
    if (trouble === 'silent') await (isTroubled && control.trouble === 'silent' ? hold(held) : later(slowMs));
    send(response, call, reply, vendor, trouble === 'broken_json');
  }

  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: vendor.token,
    control,
    calls,
    get credits() {
      return credits;
    },
    received: (count) =>
      calls.length >= count ? Promise.resolve() : new Promise((go) => waiting.push({ count, go })),
    release: () => {
      for (const go of held.splice(0)) go();
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const slowMs = 10_000;
const hold = (held: (() => void)[]): Promise<void> => new Promise((resolve) => held.push(resolve));

/** Names of people that trigger trouble, so that you can see it without touching a control. */
const troubledNames: Record<string, Trouble> = {
  'busy-example': 'rate_limited',
  'penniless-example': 'out_of_credits',
  'broken-example': 'server_error',
  'garbled-example': 'broken_json',
  'odd-example': 'wrong_shape',
  'slow-example': 'silent',
};

function troubleNamed({ path, query, body }: Call): Trouble {
  const text = `${path} ${query} ${JSON.stringify(body)}`;
  const name = Object.keys(troubledNames).find((troubled) => text.includes(troubled));
  return name === undefined ? 'none' : troubledNames[name]!;
}

function replyTo(vendor: StandInVendor, call: Call, trouble: Trouble, control: Control): Reply {
  if (trouble === 'rate_limited') return vendor.limited(control.retryAfterSeconds);
  if (trouble === 'out_of_credits' && vendor.outOfCredits) return vendor.outOfCredits();
  if (trouble === 'server_error') return { status: 503, body: 'upstream connect error' };
  if (trouble === 'wrong_shape') return { status: 200, body: [{ unexpected: [true, null, 3] }, 'text'] };
  const reply = vendor.answer(call);
  const isRefused = reply.status === 401 || reply.status === 403;
  return call.path === vendor.checkPath && !isRefused ? { status: 200, body: {} } : reply;
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const url = new URL(request.url ?? '/', 'http://stand-in.example');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? 'GET',
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: request.headers,
    body: text === '' ? null : JSON.parse(text),
  };
}

function send(
  response: ServerResponse,
  call: Call,
  reply: Reply,
  vendor: StandInVendor,
  breaksOff: boolean,
): void {
  const { status, headers = {}, body } = reply;
  const isText = typeof body === 'string';
  const text = isText ? body : JSON.stringify(body ?? null);
  const type = isText ? 'text/plain' : 'application/json; charset=utf-8';
  // As at GitHub, another credential gets another ETag.
  const hash = createHash('sha256').update(`${call.headers.authorization} ${text}`).digest('hex');
  const etag = vendor.hasEtags && status === 200 && !breaksOff ? { etag: `"${hash.slice(0, 32)}"` } : {};
  if ('etag' in etag && call.headers['if-none-match'] === etag.etag) {
    response.writeHead(304, { ...etag, ...headers }).end();
    return;
  }
  const sent = breaksOff ? text.slice(0, Math.ceil(text.length / 2)) : text;
  response.writeHead(breaksOff ? 200 : status, { 'content-type': type, ...etag, ...headers }).end(sent);
}

/** Epoch seconds, as in rate-limit headers. */
export const epochSecondsIn = (seconds: number): string => String(Math.ceil(Date.now() / 1000) + seconds);

export const isoIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
