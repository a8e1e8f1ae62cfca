/** The official clients sign in with their own providers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client as ModernClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { hourMs } from '#core/clock.ts';
import { type AgentClient, agentCustomer, agentUrl, type ToolResult } from '../support/agents.ts';
import { onPages, redirectUri } from '../support/connections.ts';
import { importRows } from '../support/kit.ts';
import { type TestService, testService } from '../support/service.ts';

let service: TestService;
let url: URL;
let nowMs = Date.now();
before(async () => {
  service = await testService({ clock: { now: () => new Date(nowMs) } });
  url = await agentUrl(service);
  await importRows(service, 'profile_url,email\ngithub.com/asha-example,asha@asha.example.com\n');
});
after(() => service?.[Symbol.asyncDispose]());

/** Keeps everything in memory, as a program keeps it in a file. `asked` is the page that it would open. */
function newProvider() {
  const kept: Record<string, unknown> & { asked?: URL; verifier?: string } = {};
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value;
  };
  return {
    kept,
    redirectUrl: redirectUri,
    clientMetadata: {
      client_name: 'Client of the tests',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    state: () => 'state-of-the-client',
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('asked'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept.verifier!,
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep('discovery'),
  };
}
type Provider = ReturnType<typeof newProvider>;

interface Program {
  client: AgentClient & { connect(transport: never): Promise<void> };
  transport(): { finishAuth(code: string, iss?: string): Promise<void> };
}

const identity = { name: 'client-of-the-tests', version: '1.0.0' };
const programs: Readonly<Record<string, (provider: Provider) => Program>> = {
  v1: (authProvider) => ({
    client: new FirstClient(identity) as never,
    transport: () => new FirstTransport(url, { authProvider } as never),
  }),
  v2: (authProvider) => ({
    client: new ModernClient(identity, { versionNegotiation: { mode: 'auto' } }) as never,
    transport: () => new StreamableHTTPClientTransport(url, { authProvider } as never),
  }),
};

for (const [version, open] of Object.entries(programs)) {
  test(`the official client ${version} finds the sign-in, signs in, calls a tool and renews its tokens`, async () => {
    const { accountId } = await agentCustomer(service);
    const provider = newProvider();
    const { client, transport } = open(provider);
    const first = transport();
    await assert.rejects(client.connect(first as never));
    const asked = provider.kept.asked!;
    assert.equal(asked.pathname, '/app/connect/agent');
    assert.equal(asked.searchParams.get('resource'), url.href);
    assert.equal(asked.searchParams.get('code_challenge_method'), 'S256');
    assert.equal(asked.searchParams.get('scope'), 'lookup jobs usage');

    const path = `/internal/connections/${accountId}`;
    const { return_url } = await onPages(service, 'POST', path, Object.fromEntries(asked.searchParams));
    const answer = new URL(return_url).searchParams;
    await first.finishAuth(answer.get('code')!, answer.get('iss')!);
    const again = open(provider);
    await again.client.connect(again.transport() as never);
    const found = (await again.client.callTool({
      name: 'find_contact',
      arguments: { profile_url: 'github.com/asha-example' },
    })) as ToolResult;
    assert.equal(found.structuredContent!.status, 'completed');

    const { access_token } = provider.kept.tokens as { access_token: string };
    nowMs += hourMs;
    const balance = (await again.client.callTool({ name: 'get_balance' })) as ToolResult;
    assert.equal(balance.structuredContent!.balance, 9);
    assert.notEqual((provider.kept.tokens as { access_token: string }).access_token, access_token);
    await again.client.close();
  });
}
