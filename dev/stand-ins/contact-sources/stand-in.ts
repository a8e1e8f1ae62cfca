import { createHash } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { type Call, type LoopbackServer, type Reply as ServerReply, serve } from '../server.ts';

export type { Call } from '../server.ts';

export interface Reply extends ServerReply {
  /** The vendor's charge for this response. */
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

/** Behaviour that a test or a developer can change at run time. */
export interface Control {
  trouble: Trouble;
  /** Limits the trouble to paths that start with this. */
  onPath: string;
  retryAfterSeconds: number;
}

export interface StandIn extends LoopbackServer {
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

  const server = await serve(port, async (call, send) => {
    calls.push(call);
    const isTroubled = call.path.startsWith(control.onPath);
    const trouble = isTroubled && control.trouble !== 'none' ? control.trouble : troubleNamed(call);
    const reply = replyTo(vendor, call, trouble, control);
    credits += reply.credits ?? 0;
    for (const { go } of waiting.filter(({ count }) => count <= calls.length)) go();
    if (trouble === 'silent') await (isTroubled && control.trouble === 'silent' ? hold(held) : later(slowMs));
    await send(
      trouble === 'broken_json' ? brokenOff(reply) : vendor.hasEtags ? withEtag(call, reply) : reply,
    );
  });

  return {
    ...server,
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

const textOf = ({ body }: Reply): string => (typeof body === 'string' ? body : JSON.stringify(body ?? null));

function brokenOff(reply: Reply): Reply {
  const text = textOf(reply);
  const type = typeof reply.body === 'string' ? 'text/plain' : 'application/json';
  return { status: 200, headers: { 'content-type': type }, body: text.slice(0, Math.ceil(text.length / 2)) };
}

/** As at GitHub, another credential gets another ETag. */
function withEtag({ headers }: Call, reply: Reply): Reply {
  if (reply.status !== 200) return reply;
  const hash = createHash('sha256')
    .update(`${headers.authorization} ${textOf(reply)}`)
    .digest('hex');
  const etag = `"${hash.slice(0, 32)}"`;
  const status = headers['if-none-match'] === etag ? 304 : 200;
  return { ...reply, status, headers: { etag, ...reply.headers } };
}

/** Epoch seconds, as in rate-limit headers. */
export const epochSecondsIn = (seconds: number): string => String(Math.ceil(Date.now() / 1000) + seconds);

export const isoIn = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
