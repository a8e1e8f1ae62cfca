// `npm run dev:verifiers`: runs a loopback stand-in for every vendor that checks emails until interrupted.
import { assignments, runUntilStopped } from '../run-until-stopped.ts';
import { openVerifierStandIns } from './verifiers.ts';

await runUntilStopped(
  'dev:verifiers',
  () => openVerifierStandIns(4790),
  ({
    environment,
  }) => `Stand-ins for ZeroBounce and Reacher are running. Start the service in another terminal with

${assignments(environment)}  npm start

and set verification_on and verification_vendor. The part before the @ says what an email is: valid, invalid, catchall, role,
full, disposable or trap.
`,
);
