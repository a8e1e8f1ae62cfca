// `npm run test:mcp`: the official conformance suites of both eras against the service. See docs/guide/contributing.md.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { manifest } from '#app/manifest.ts';
import { manifestOf } from '#core/manifest.ts';
import { agentCustomer, agentUrl } from '../../support/agents.ts';
import { testService } from '../../support/service.ts';
import { fixtures } from './fixture-tools.ts';

const project = join(import.meta.dirname, '../../..');
const baseline = (name: string) => ['--expected-failures', join(import.meta.dirname, name)];
const firstEra = ['--spec-version', '2025-11-25', ...baseline('not-ours-2025.yml')];
const suites = [
  { suite: 'conformance-2025', options: baseline('not-ours-2025.yml') },
  { suite: 'conformance-2026', options: ['--suite', 'active', ...firstEra] },
  {
    suite: 'conformance-2026',
    options: [
      '--suite',
      'all',
      '--spec-version',
      '2026-07-28',
      '--timeout',
      '5000',
      ...baseline('not-ours-2026.yml'),
    ],
  },
];

async function runSuite(url: URL, key: string, suite: string, options: readonly string[]): Promise<number> {
  const program = join(project, 'node_modules', suite, 'dist/index.js');
  const preload = join(import.meta.dirname, 'send-key.ts');
  console.log(`\n${suite} ${options.join(' ')}`);
  const child = spawn(
    process.execPath,
    ['--import', preload, program, 'server', '--url', url.href, ...options],
    { env: { PATH: process.env.PATH, MCP_TOKEN: key }, stdio: 'inherit' },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

await using service = await testService({ manifest: manifestOf([...manifest.domains, fixtures]) });
const url = await agentUrl(service);
const { key } = await agentCustomer(service);
let failed = 0;
for (const { suite, options } of suites) {
  if ((await runSuite(url, key, suite, options)) !== 0) failed += 1;
}
console.log(`${suites.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
