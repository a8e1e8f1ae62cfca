/** What is measured: each is loaded in turn, round after round. */
import { randomInt } from 'node:crypto';
import { benchSecret } from './bench-server.ts';
import type { Request } from './load.ts';
import { benchLink, linkOf } from './profile-rows.ts';

/** A crowd that sends one kind of request to one program. */
export interface Subject {
  connections: number;
  url: string;
  request(n: number): Request;
  /** The price of an answer. */
  credits: 0 | 1;
}

/** As the table calls them. */
export const nameOf = {
  find: 'find, one account',
  budget: 'find, one account with three budgets',
  alone: 'find, one connection',
  crowd: 'find, 1,000 accounts',
  miss: 'find without a match',
  agent: 'find by an agent (MCP)',
  key: 'a key and its credits',
  usage: "an account's usage",
  locked: 'lock check of a session',
  health: 'health check',
  bare: 'bare Fastify route, same shapes',
};

export type SubjectName = keyof typeof nameOf;

/** Connections of a crowd. */
export const crowd = 256;

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Lookups of random profiles by callers who take turns. */
export const finds =
  (keys: readonly string[], profiles: number) =>
  (n: number): Request => ({
    path: '/api/v1/find',
    headers: bearer(keys[n % keys.length]!),
    body: { profile_url: benchLink(randomInt(profiles)) },
  });

/** Lookups of profiles that are not in the directory. */
export const misses = (key: string) => (): Request => ({
  path: '/api/v1/find',
  headers: bearer(key),
  body: { profile_url: linkOf(`nobody-${randomInt(1_000_000_000)}`) },
});

export const readsInTurn =
  (path: string, keys: readonly string[]) =>
  (n: number): Request => ({ method: 'GET', path, headers: bearer(keys[n % keys.length]!) });

/** The lock check of a session, for people who are not locked. */
export const lockChecks =
  (people: number) =>
  (n: number): Request => ({
    path: '/internal/identity/locked',
    headers: { 'x-internal-secret': benchSecret },
    body: {
      account_id: `bench-${1 + (n % people)}`,
      email: `bench-${1 + (n % people)}@example.com`,
      provider: 'google',
      provider_user_id: String(1 + (n % people)),
      ip: `203.0.113.${n % 256}`,
    },
  });

/** A lookup by an agent that needs no handshake (MCP 2026-07-28). */
export const agentFinds = (key: string, profiles: number) => (): Request => ({
  path: '/mcp',
  headers: {
    ...bearer(key),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'find_contact',
  },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'find_contact',
      arguments: { profile_url: benchLink(randomInt(profiles)) },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
});
