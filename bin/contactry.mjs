#!/usr/bin/env node
// Starts the command line on the Node that the project brings: a machine's own may be too old to run TypeScript.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownNodeIn } from './own-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const program = join(root, 'src', 'surfaces', 'cli', 'main.ts');
const ownNode = ownNodeIn(join(root, 'node_modules'));
const oldestMajor = 26;

if (Number(process.versions.node.split('.')[0]) >= oldestMajor) {
  await import('../src/surfaces/cli/main.ts');
} else if (existsSync(ownNode)) {
  runOn(ownNode);
} else {
  process.stderr.write(`contactry is not installed yet. Run "npm start" once in ${root}.\n`);
  process.exitCode = 1;
}

function runOn(node) {
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The terminal sends its signals to both; the child decides what they mean.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`${node} does not start: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
