// `npm run dev:sources`: runs a loopback stand-in for every vendor until interrupted.
import { openStandIns } from './all-stand-ins.ts';

const firstPort = 4700;

const standIns = await openStandIns(firstPort).catch((error: NodeJS.ErrnoException & { port?: number }) => {
  if (error.code !== 'EADDRINUSE') throw error;
  process.stderr.write(
    `Port ${error.port} of 127.0.0.1 is in use, perhaps by another "npm run dev:sources". Stop that one first.\n`,
  );
  process.exit(1);
});
const assignments = Object.entries(standIns.environment).map(([name, value]) => `${name}='${value}'`);

process.stdout.write(`Stand-ins for every vendor are running. Start the service in another terminal with

${assignments.join(' \\\n')} \\
  SOURCES=all npm start

and look somebody up: github.com/asha-example, github.com/ravi-sample, gitlab.com/ravi.sample, codeberg.org/dana-desk,
bitbucket.org/dana-desk, linkedin.com/in/asha-example, linkedin.com/in/ravi-sample. Anybody else is unknown to them, but
names such as busy-example (too many requests), penniless-example (no credits), broken-example (503), garbled-example
(broken JSON), odd-example (another shape) and slow-example (ten seconds) bring trouble on any network.
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    standIns[Symbol.asyncDispose]().then(() => process.exit(0));
  });
}
