/** The doors at which an attacker can ask about a person. */
import { hash, randomBytes, randomInt } from 'node:crypto';
import { benchSecret } from '../bench-server.ts';
import { makeKey } from '../keys.ts';
import type { Request } from '../load.ts';
import { personEmail, personLink } from './people.ts';

export interface Door {
  name: string;
  url: string;
  /** The first question about a person, and the one that is asked again. */
  request(n: number): Request;
  /** In place of the same question again: what follows from the first answer. */
  again?(n: number, first: string): Request;
  /** Found in every answer. */
  expected: RegExp;
}

const account = (name: string) => `privacy-${name}`;
const accountId = (name: string) => `${account(name)}@example.com`;
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const internal = { 'x-internal-secret': benchSecret };
const finds =
  (headers: Record<string, string>) =>
  (n: number): Request => ({
    path: '/api/v1/find',
    headers,
    body: { profile_url: personLink(n) },
  });
const notFound = /\\?"status\\?":\\?"not_found\\?"/;

export async function findDoor(url: string, name = 'POST /api/v1/find'): Promise<Door> {
  const headers = bearer(await makeKey(url, account(hash('md5', name).slice(0, 8))));
  return {
    name,
    url,
    expected: notFound,
    request: finds(headers),
  };
}

/** Emails are checked before they are sold, and only verified ones are. */
export async function freshDoor(url: string): Promise<Door> {
  const door = await findDoor(url, 'POST /api/v1/find with verify and min_status');
  return {
    ...door,
    request: (n) => {
      const { body, ...request } = door.request(n);
      return { ...request, body: { ...(body as object), verify: 'fresh', min_status: 'verified' } };
    },
  };
}

/** With a name and a part of the contacts, and a key with which the same call is repeated. */
export async function repeatedDoor(url: string): Promise<Door> {
  const headers = bearer(await makeKey(url, account('repeated')));
  return {
    name: 'POST /api/v1/find, replayed by its Idempotency-Key',
    url,
    expected: notFound,
    request: (n) => ({
      path: '/api/v1/find',
      headers: { ...headers, 'idempotency-key': `privacy-${String(n).padStart(7, '0')}` },
      body: { profile_url: personLink(n), name: 'Person Example', include: ['emails'] },
    }),
  };
}

export async function fetchedDoor(url: string): Promise<Door> {
  const find = await findDoor(url, 'POST /api/v1/find, then GET /api/v1/find/{lookup_id}');
  return {
    ...find,
    again: (n, first) => ({
      method: 'GET',
      path: `/api/v1/find/${/"id":"(lkp_\w+)"/.exec(first)![1]}`,
      headers: find.request(n).headers!,
    }),
  };
}

export async function internalDoor(url: string): Promise<Door> {
  await makeKey(url, account('internal'));
  return {
    name: 'POST /internal/find',
    url,
    expected: notFound,
    request: (n) => ({
      path: '/internal/find',
      headers: internal,
      body: { account_id: accountId('internal'), profile_url: personLink(n) },
    }),
  };
}

/** The pages of a customer who is signed in. */
export async function pagesDoor(url: string, pages: string): Promise<Door> {
  await makeKey(url, account('pages'));
  const token = randomBytes(32).toString('base64url');
  await inside(`${url}/internal/sign-in/sessions`, {
    token_hash: hash('sha256', token, 'hex'),
    ...{ email: accountId('pages'), provider: 'bench', provider_user_id: 'bench' },
    ...{ ip: '127.0.0.1', user_agent: 'bench' },
  });
  const headers = {
    cookie: `contactry_app=${token}`,
    'user-agent': 'bench',
    'sec-fetch-site': 'same-origin',
  };
  return {
    name: 'POST /app/api/internal/find, by a page',
    url: pages,
    expected: notFound,
    request: (n) => ({ path: '/app/api/internal/find', headers, body: { profile_url: personLink(n) } }),
  };
}

export async function extensionDoor(url: string): Promise<Door> {
  await makeKey(url, account('extension'));
  const { access_token } = await inside<{ access_token: string }>(`${url}/internal/extension/session`, {
    account_id: accountId('extension'),
  });
  const headers = bearer(access_token);
  return {
    name: 'POST /api/v1/find, by an extension',
    url,
    expected: notFound,
    request: finds(headers),
  };
}

export async function agentDoor(url: string): Promise<Door> {
  const version = '2026-07-28';
  const protocol = 'io.modelcontextprotocol';
  const headers = {
    ...bearer(await makeKey(url, account('agent'))),
    accept: 'application/json, text/event-stream',
    ...{ 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'find_contact' },
  };
  return {
    name: 'find_contact of POST /mcp',
    url,
    expected: notFound,
    request: (n) => ({
      path: '/mcp',
      headers,
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: {
          name: 'find_contact',
          arguments: { profile_url: personLink(n) },
          _meta: { [`${protocol}/protocolVersion`]: version, [`${protocol}/clientCapabilities`]: {} },
        },
      },
    }),
  };
}

/** An attacker with many addresses: only some calls per minute are admitted from each. */
const fromAnywhere = () => ({
  'x-forwarded-for': `2001:db8:${randomInt(65_536).toString(16)}:${randomInt(65_536).toString(16)}::1`,
});

const optOut = (body: object): Request => ({ path: '/api/v1/opt-out', headers: fromAnywhere(), body });

/** A stranger requests an opt-out for another person, and then guesses the token that was mailed. */
export const mailedOptOutDoor = (url: string): Door => ({
  name: 'POST /api/v1/opt-out for an email, then …/confirm with a guess',
  url,
  expected: /"way":|"code":"opt_out_not_proven"/,
  request: (n) => optOut({ email: personEmail(n) }),
  again: (_, first) => ({
    path: '/api/v1/opt-out/confirm',
    headers: fromAnywhere(),
    body: { request_id: /"id":"(opt_\w+)"/.exec(first)![1], token: randomBytes(32).toString('base64url') },
  }),
});

export const profileOptOutDoor = (url: string): Door => ({
  name: 'POST /api/v1/opt-out for a profile',
  url,
  expected: /"way":/,
  request: (n) => optOut({ profile_url: personLink(n) }),
});

async function inside<Answer>(address: string, body: object): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...internal },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}
