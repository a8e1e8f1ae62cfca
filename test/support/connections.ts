import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { type AgentScope, agentScopes } from '#core/access.ts';
import { newId } from '#core/ids.ts';
import { insertConnection, keepCode } from '#domains/connections/sql.ts';
import { newCode, newTokens } from '#domains/connections/tokens.ts';
import { issueConnectionKey } from '#domains/keys/index.ts';
import { givenAccount } from './kit.ts';
import type { TestService } from './service.ts';

export const redirectUri = 'http://127.0.0.1:33418/callback';

/** A verifier and its challenge, as a program makes them. */
export function newPkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
  expires_in: number;
}

interface Wanted {
  scopes?: readonly AgentScope[];
  credits_per_day?: number;
  clientId?: string;
}

/** A program registers itself. */
export async function registerAgent(
  service: TestService,
  metadata: object = { client_name: 'Example agent', redirect_uris: [redirectUri] },
): Promise<string> {
  const response = await service.request('POST', '/api/v1/oauth/registration', { body: metadata });
  assert.equal(response.statusCode, 201, response.body);
  return response.json().client_id;
}

/** A call of the pages for a person of the account, with an answer of 200. */
export async function onPages(service: TestService, method: 'GET' | 'POST', path: string, body?: object) {
  const response = await service.internal(method, path, body);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

/** The parameters with which a program opens the page of consent. */
export const authorizationRequest = (clientId: string, challenge: string) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: redirectUri,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'state-of-the-agent',
});

/** A person of the account agrees. Returns the parameters of the answer that the agent gets. */
export async function approve(
  service: TestService,
  accountId: string,
  request: object,
): Promise<URLSearchParams> {
  const { return_url } = await onPages(service, 'POST', `/internal/connections/${accountId}`, request);
  return new URL(return_url).searchParams;
}

export const askTokens = (service: TestService, form: Record<string, string>, remoteAddress?: string) =>
  service.request('POST', '/api/v1/oauth/tokens', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
    ...(remoteAddress === undefined ? {} : { remoteAddress }),
  });

/** An agent that a person of the account has connected. */
export async function connectAgent(
  service: TestService,
  accountId: string,
  { scopes, credits_per_day, clientId }: Wanted = {},
): Promise<Tokens & { clientId: string; id: string }> {
  const client = clientId ?? (await registerAgent(service));
  const { verifier, challenge } = newPkce();
  const answer = await approve(service, accountId, {
    ...authorizationRequest(client, challenge),
    ...(scopes && { scopes }),
    ...(credits_per_day && { credits_per_day }),
  });
  const response = await askTokens(service, {
    ...{ grant_type: 'authorization_code', client_id: client, code: answer.get('code')! },
    ...{ code_verifier: verifier, redirect_uri: redirectUri },
  });
  assert.equal(response.statusCode, 200, response.body);
  const { items } = await onPages(service, 'GET', `/internal/connections/${accountId}`);
  return { ...(response.json() as Tokens), clientId: client, id: items[0].id };
}

export const renewTokens = (
  service: TestService,
  { clientId, refresh_token }: { clientId: string; refresh_token: string },
) => askTokens(service, { grant_type: 'refresh_token', client_id: clientId, refresh_token });

const agent = { client_name: 'Example agent', client_host: null, redirect_uri: redirectUri };

/** A connection that is written to the database. */
export async function givenConnection(
  { database: { db } }: Pick<TestService, 'database'>,
  { accountId }: { accountId: string },
  scopes: readonly AgentScope[] = agentScopes,
): Promise<{ id: string; access: string; refresh: string; clientId: string }> {
  const { account } = await givenAccount(db, { accountId });
  const id = newId('con');
  const tokens = newTokens();
  const clientId = 'https://agents.example.com/client.json';
  await issueConnectionKey(db, { id, account, name: agent.client_name });
  const connection = { ...agent, id, account, client_id: clientId, scopes: [...scopes], at: new Date() };
  await insertConnection(db, connection, tokens);
  return { id, access: tokens.access.text, refresh: tokens.refresh.text, clientId };
}

/** A code that is written to the database, as an agent sends it. */
export async function givenCode(
  { database: { db } }: Pick<TestService, 'database'>,
  { accountId }: { accountId: string },
): Promise<Record<string, string>> {
  const { account } = await givenAccount(db, { accountId });
  const code = newCode();
  const { verifier, challenge } = newPkce();
  const client_id = 'https://agents.example.com/client.json';
  const at = new Date();
  await keepCode(db, {
    ...{ ...agent, hash: code.hash, account, client_id, challenge, scopes: [...agentScopes] },
    ...{ credits_per_day: null, created_at: at, expires_at: new Date(at.getTime() + 60_000) },
  });
  return { grant_type: 'authorization_code', client_id, code: code.text, code_verifier: verifier };
}
