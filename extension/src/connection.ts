import { type Answer, Client, ConnectionError, ContactryError } from '../../clients/typescript/src/index.ts';

/** Nothing is connected: the person has to pair the extension. */
export class NotConnected extends Error {}

/** On disk, so that the person stays signed in when the browser is closed. */
interface Connection {
  baseUrl: string;
  refreshToken: string;
}

/** In memory only. */
interface Access {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

type Tokens = Answer<'POST /api/v1/extension/refresh'>;

/** Renewed before it ends, so that a call never starts with a token that ends on its way. */
const spareMs = 60_000;

let renewing: Promise<string> | null = null;

export const connection = async (): Promise<Connection | null> =>
  ((await chrome.storage.local.get('connection')).connection as Connection | undefined) ?? null;

export async function connect(baseUrl: string, code: string): Promise<void> {
  const tokens = await exchange(baseUrl, code);
  await keep(baseUrl, tokens);
}

export async function disconnect(): Promise<void> {
  await chrome.storage.local.remove('connection');
  await chrome.storage.session.remove('access');
}

/** Calls the service with the session. Its access token is renewed when it has to be. */
export async function withSession<Value>(call: (client: Client) => Promise<Value>): Promise<Value> {
  const connected = await connection();
  if (!connected) throw new NotConnected();
  // The person decides when to try again.
  const clientOf = (key: string) => new Client({ baseUrl: connected.baseUrl, key, maxRetries: 0 });
  try {
    return await call(clientOf(await accessToken()));
  } catch (error) {
    if (!(error instanceof ContactryError) || error.code !== 'access_token_expired') throw error;
    return call(clientOf(await renewed()));
  }
}

async function accessToken(): Promise<string> {
  const access = (await chrome.storage.session.get('access')).access as Access | undefined;
  return access && access.expiresAt - spareMs > Date.now() ? access.token : renewed();
}

/** A refresh token works once, so that calls at the same time share one renewal. */
function renewed(): Promise<string> {
  renewing ??= renew().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renew(): Promise<string> {
  const connected = await connection();
  if (!connected) throw new NotConnected();
  try {
    const tokens = await exchange(connected.baseUrl, connected.refreshToken);
    await keep(connected.baseUrl, tokens);
    return tokens.access_token;
  } catch (error) {
    if (error instanceof ContactryError && error.code === 'session_ended') await disconnect();
    throw error;
  }
}

/** Once more if there was no answer: the service takes a token twice within a minute. */
async function exchange(baseUrl: string, refreshToken: string): Promise<Tokens> {
  const once = () =>
    new Client({ baseUrl, timeout: 15_000, maxRetries: 0 }).call('POST /api/v1/extension/refresh', {
      body: { refresh_token: refreshToken },
    });
  return once().catch((error) => {
    if (error instanceof ConnectionError) return once();
    throw error;
  });
}

async function keep(baseUrl: string, tokens: Tokens): Promise<void> {
  await chrome.storage.local.set({ connection: { baseUrl, refreshToken: tokens.refresh_token } });
  const access: Access = {
    token: tokens.access_token,
    expiresAt: Date.parse(tokens.access_expires_at),
  };
  await chrome.storage.session.set({ access });
}
