// `npm run dev:sources`: runs a loopback stand-in for every vendor until interrupted.
import { assignments, runUntilStopped } from '../run-until-stopped.ts';
import { openStandIns } from './all-stand-ins.ts';

const firstPort = 4700;

await runUntilStopped(
  'dev:sources',
  () => openStandIns(firstPort),
  ({ environment }) => `Stand-ins for every vendor are running. Start the service in another terminal with

${assignments(environment)}  SOURCES=all npm start

and look one of these people up: github.com/asha-example, github.com/ravi-sample, gitlab.com/ravi.sample, codeberg.org/dana-desk,
bitbucket.org/dana-desk, linkedin.com/in/asha-example, linkedin.com/in/ravi-sample. Anybody else is unknown to them, but
names such as busy-example (too many requests), penniless-example (no credits), broken-example (503), garbled-example
(broken JSON), odd-example (another shape) and slow-example (ten seconds) bring trouble on any network.
`,
);
