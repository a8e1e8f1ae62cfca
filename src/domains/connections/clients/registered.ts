import { createHmac, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#core/clock.ts';
import { type Client, shownName } from './client.ts';
import { redirectsFault } from './redirect-uris.ts';

/** The id of a registered client is its registration, signed. So strangers store nothing by registering, however often they do. */
const prefix = 'cty_client_';

/** Far beyond any real registration. Browsers and proxies carry the id in an address. */
export const clientIdLengthMax = 2_000;

/** A registration is accepted for this long, and longer while an account has a connection of it. */
export const registrationMs = 90 * dayMs;

interface Registration {
  /** Name. */
  n: string;
  /** Redirect URIs. */
  r: readonly string[];
  /** Seconds since 1970. */
  t: number;
}

const signature = (pepper: string, payload: string): Buffer =>
  createHmac('sha256', pepper).update(`agent client:${payload}`).digest().subarray(0, 18);

export type Registered =
  | { ok: true; id: string; name: string; redirectUris: readonly string[] }
  | { ok: false; fault: string; code: 'invalid_redirect_uri' | 'invalid_client_metadata' };

export function register(
  pepper: string,
  { client_name, redirect_uris }: { client_name: unknown; redirect_uris: unknown },
  at: Date,
): Registered {
  const fault = redirectsFault(redirect_uris);
  if (fault !== null) return { ok: false, fault, code: 'invalid_redirect_uri' };
  const name = (typeof client_name === 'string' && shownName(client_name)) || 'An agent without a name';
  const redirectUris = redirect_uris as string[];
  const registration: Registration = { n: name, r: redirectUris, t: Math.floor(at.getTime() / 1000) };
  const payload = Buffer.from(JSON.stringify(registration)).toString('base64url');
  const id = `${prefix}${payload}.${signature(pepper, payload).toString('base64url')}`;
  return id.length <= clientIdLengthMax
    ? { ok: true, id, name, redirectUris }
    : { ok: false, fault: 'The redirect URIs are too long together.', code: 'invalid_client_metadata' };
}

export const isRegisteredId = (id: string): boolean => id.startsWith(prefix);

/** The client that registered under this id, and when. Null for an id that this service didn't give. */
export function registeredClient(pepper: string, id: string): { client: Client; at: Date } | null {
  if (id.length > clientIdLengthMax) return null;
  const [payload = '', mac = '', ...more] = id.slice(prefix.length).split('.');
  const given = Buffer.from(mac, 'base64url');
  const right = signature(pepper, payload);
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return null;
  // Several texts decode to the same bytes, and an id has one spelling.
  if (given.toString('base64url') !== mac) return null;
  const { n, r, t } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Registration;
  return { client: { id, name: n, host: null, redirectUris: r }, at: new Date(t * 1000) };
}
