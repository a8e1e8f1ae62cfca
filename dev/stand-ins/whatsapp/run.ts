// `npm run dev:whatsapp`: runs a loopback stand-in for WhatsApp until interrupted.
import { assignments, runUntilStopped } from '../run-until-stopped.ts';
import { openCloudApiStandIn, standInSecrets } from './cloud-api-stand-in.ts';
import type { SentCode } from './judge-message.ts';
import { errorCodes, failingNumber, otherNumbers, refusedNumber } from './magic-numbers.ts';
import { openWebhookCaller } from './webhook-caller.ts';

const port = 4690;
const service = process.argv[2] ?? 'http://127.0.0.1:8080';
const say = (text: string) => process.stdout.write(`${text}\n`);
const webhook = openWebhookCaller({ url: `${service}/api/v1/identity/whatsapp/webhook`, ...standInSecrets });

async function report(sent: SentCode): Promise<void> {
  say(`${sent.to} gets the code ${sent.code}`);
  if (!(await webhook.shakeHands())) throw new Error('the service refused the handshake');
  await webhook.report(sent);
}

await runUntilStopped(
  'dev:whatsapp',
  () =>
    openCloudApiStandIn({
      port,
      onAccepted: (sent) => void report(sent).catch((error) => say(`No event was sent: ${error.message}`)),
    }),
  ({ environment }) => `A stand-in for WhatsApp is running. Start the service in another terminal with

${assignments(environment)}  npm start

Codes appear here. Every number gets its message, but for these:
${errorCodes.map((code) => `  ${refusedNumber(code)} is refused with ${code}; ${failingNumber(code)} fails with it later`).join('\n')}
  ${otherNumbers.recovering} is refused with 131000 at first
  ${otherNumbers.gatewayError} gets a gateway's error page
  ${otherNumbers.garbled} gets broken JSON
  ${otherNumbers.brokenOff} breaks the connection
`,
);
