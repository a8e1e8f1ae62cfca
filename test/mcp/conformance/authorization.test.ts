/** The official conformance suite asks our authorization server, and we are the person at the browser. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { agentCustomer, agentUrl } from '../../support/agents.ts';
import { onPages, registerAgent } from '../../support/connections.ts';
import { type TestService, testService } from '../../support/service.ts';

const program = join(import.meta.dirname, '../../../node_modules/conformance-2026/dist/index.js');
let service: TestService;
let url: URL;
before(async () => {
  service = await testService();
  url = await agentUrl(service);
});
after(() => service?.[Symbol.asyncDispose]());

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

for (const version of ['2025-11-25', '2026-07-28']) {
  test(`the suite of ${version} finds the metadata and the grant of codes as they should be`, async () => {
    const { accountId } = await agentCustomer(service);
    const port = await freePort();
    const client_id = await registerAgent(service, {
      client_name: 'Conformance suite',
      redirect_uris: [`http://127.0.0.1:${port}/callback`],
    });
    const suite = spawn(
      process.execPath,
      [
        ...[program, 'authorization', '--url', url.origin, '--client-id', client_id, '--resource', url.href],
        ...['--port', String(port), '--spec-version', version, '--verbose'],
      ],
      { env: { PATH: process.env.PATH }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const said: string[] = [];
    for await (const line of createInterface({ input: suite.stdout })) {
      said.push(line);
      if (!line.startsWith(url.origin) || !line.includes('response_type=code')) continue;
      const query = Object.fromEntries(new URL(line).searchParams);
      const agreed = await onPages(service, 'POST', `/internal/connections/${accountId}`, query);
      await fetch(agreed.return_url);
    }
    if (suite.exitCode === null) await once(suite, 'exit');
    const output = said.join('\n');
    assert.equal(suite.exitCode, 0, output);
    assert.match(output, /Total: 3 passed, 0 failed/);
  });
}
