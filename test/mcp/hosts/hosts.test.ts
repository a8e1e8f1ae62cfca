/** Each host signs in as it does, looks someone up, renews its tokens, and learns what is wrong. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { hourMs, minuteMs } from '#core/clock.ts';
import { documentsAt } from '../../support/agent-documents.ts';
import { agentCustomer, sendMessage } from '../../support/agents.ts';
import { newPkce, onPages } from '../../support/connections.ts';
import { importRows } from '../../support/kit.ts';
import { type TestService, testService } from '../../support/service.ts';
import { type Host, hosts } from './hosts.ts';

const publicUrl = 'https://contacts.example.com';
const resource = `${publicUrl}/mcp`;
let service: TestService;
let nowMs = Date.now();
before(async () => {
  const documents = hosts.flatMap(({ document }) => (document ? [document] : []));
  const { network } = documentsAt(
    Object.fromEntries(documents.map(({ url, metadata }) => [url, { body: metadata }])),
  );
  service = await testService({
    clock: { now: () => new Date(nowMs) },
    environment: { PUBLIC_URL: publicUrl },
    outgoing: { network },
  });
  await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@asha.example.com\n');
});
after(() => service?.[Symbol.asyncDispose]());

const beginnings = {
  initialize: {
    message: {
      ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'host-of-the-tests', version: '1.0.0' },
      },
    },
    headers: {},
  },
  'server/discover': {
    message: {
      ...{ jsonrpc: '2.0', id: 0, method: 'server/discover' },
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' },
  },
};

const send = (host: Host, token: string | null) => {
  const { message, headers } = beginnings[host.begins];
  return sendMessage(service, token, message, headers);
};

/** Follows the links of the metadata, in the host's order. Returns where it registers and asks for tokens. */
async function discover(host: Host) {
  const headers = { ...(host.origin && { origin: host.origin }), 'mcp-protocol-version': '2025-11-25' };
  const read: Record<string, Record<string, unknown>> = {};
  for (const [path, status] of host.discovery) {
    const response = await service.request('GET', path, { headers });
    assert.equal(response.statusCode, status, path);
    if (host.origin) assert.equal(response.headers['access-control-allow-origin'], '*');
    if (status === 200) read[path] = response.json();
  }
  if (host.isFirstRevision) return { register: '/register', token: '/token', page: '/authorize' };
  const [of, server] = Object.values(read);
  assert.equal(of!.resource, resource);
  assert.deepEqual(of!.authorization_servers, [server!.issuer]);
  const pathOf = (name: string) => new URL(String(server![name])).pathname;
  assert.equal(pathOf('authorization_endpoint'), '/app/connect/agent');
  return { register: pathOf('registration_endpoint'), token: pathOf('token_endpoint'), page: null };
}

async function clientIdOf(host: Host, register: string): Promise<string> {
  if (host.document) return host.document.url;
  const headers = host.origin ? { origin: host.origin } : {};
  const response = await service.request('POST', register, { body: host.registers, headers });
  assert.equal(response.statusCode, 201, response.body);
  if (host.origin) assert.equal(response.headers['access-control-allow-origin'], '*');
  const { client_id, client_secret, redirect_uris } = response.json();
  assert.equal(client_secret, undefined);
  assert.deepEqual(redirect_uris, host.registers!.redirect_uris);
  return client_id;
}

/** A person reads the page and agrees. Returns what the browser brings to the host. */
async function agree(host: Host, accountId: string, query: Record<string, string>) {
  const path = `/internal/connections/${accountId}`;
  const consent = await onPages(service, 'POST', `${path}/requests`, query);
  assert.deepEqual(consent.agent, host.shown, JSON.stringify(consent));
  const { return_url } = await onPages(service, 'POST', path, { ...query, credits_per_day: 5 });
  assert.ok(return_url.startsWith(`${host.redirectUri}?`), return_url);
  return new URLSearchParams(return_url.slice(return_url.indexOf('?')));
}

for (const host of hosts) {
  test(`${host.name} signs in, looks someone up, renews, and learns of a reused token`, async () => {
    const { accountId } = await agentCustomer(service);
    const refused = await send(host, null);
    assert.equal(refused.statusCode, 401);
    const [, metadata] = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))!;
    assert.equal(metadata, `${publicUrl}/.well-known/oauth-protected-resource/mcp`);

    const endpoints = await discover(host);
    const client_id = await clientIdOf(host, endpoints.register);
    const { verifier, challenge } = newPkce();
    const named: Record<string, string> = host.namesResource ? { resource } : {};
    const query = {
      ...{ response_type: 'code', client_id, redirect_uri: host.redirectUri, state: 'c3RhdGU=' },
      ...{ code_challenge: challenge, code_challenge_method: 'S256', ...named, ...host.asks },
    };
    if (endpoints.page) await leadsToConsent(endpoints.page, query);
    const answer = await agree(host, accountId, query);
    assert.deepEqual([answer.get('state'), answer.get('iss')], ['c3RhdGU=', publicUrl]);

    const ask = (form: Record<string, string>) =>
      service.request('POST', endpoints.token, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(host.origin && { origin: host.origin }),
        },
        body: new URLSearchParams({ client_id, ...form, ...named }).toString(),
      });
    const code = { code: answer.get('code')!, code_verifier: verifier, redirect_uri: host.redirectUri };
    const first = await ask({ grant_type: 'authorization_code', ...code });
    assert.equal(first.statusCode, 200, first.body);
    assert.equal((await send(host, first.json().access_token)).statusCode, 200);
    await looksUp(first.json().access_token);

    nowMs += hourMs;
    const late = await send(host, first.json().access_token);
    assert.match(String(late.headers['www-authenticate']), /error="invalid_token"/);
    const { refresh_token } = first.json();
    const second = await ask({ grant_type: 'refresh_token', refresh_token });
    await looksUp(second.json().access_token);
    nowMs += minuteMs;
    const reused = await ask({ grant_type: 'refresh_token', refresh_token });
    assert.deepEqual([reused.statusCode, reused.json().error], [400, 'invalid_grant']);
    assert.equal((await send(host, second.json().access_token)).statusCode, 401);
  });
}

async function leadsToConsent(page: string, query: Record<string, string>): Promise<void> {
  const given = new URLSearchParams(query).toString();
  const response = await service.request('GET', `${page}?${given}`);
  assert.equal(response.statusCode, 303);
  assert.equal(response.headers.location, `/app/connect/agent?${given}`);
}

async function looksUp(token: string): Promise<void> {
  const params = { name: 'find_contact', arguments: { profile_url: 'github.com/asha-example' } };
  const response = await sendMessage(service, token, { jsonrpc: '2.0', id: 2, method: 'tools/call', params });
  assert.equal(response.json().result.structuredContent.status, 'completed', response.body);
}
