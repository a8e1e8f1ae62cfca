// `npm run dev:razorpay`: runs a loopback stand-in for Razorpay until interrupted.
import { standInKeys } from './answers.ts';
import { openRazorpayStandIn } from './open-stand-in.ts';

const port = 4780;
const service = process.env.PUBLIC_URL || 'http://127.0.0.1:8080';
const webhookUrl = `${service}/api/v1/billing/webhook/razorpay`;
const retryMs = 5000;

const standIn = await openRazorpayStandIn({ port, webhookUrl }).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  process.stderr.write(
    `Port ${port} of 127.0.0.1 is in use, perhaps by another "npm run dev:razorpay". Stop that one first.\n`,
  );
  process.exit(1);
});
const { origin, webhook } = standIn;

process.stdout.write(`A stand-in for Razorpay is running. It sends its webhooks to ${webhookUrl}. Start the service in another
terminal with

PAYMENT_PROVIDER=razorpay \\
RAZORPAY_KEY_ID='${standInKeys.keyId}' \\
RAZORPAY_KEY_SECRET='${standInKeys.keySecret}' \\
RAZORPAY_WEBHOOK_SECRET='${standInKeys.webhookSecret}' \\
RAZORPAY_BASE_URL='${origin}' \\
  npm start

and check out. Then act as the buyer, with the payment_reference of the checkout:

  curl -X POST ${origin}/__test/pay -d '{"id":"order_…"}'       pay for a pack
  curl -X POST ${origin}/__test/charge -d '{"id":"sub_…"}'      pay for a plan, or renew it

docs/guide/razorpay.md lists what else you can do here.
`);

/** What the service didn't accept is sent again. */
const retries = setInterval(() => {
  if (!webhook.settings.held) void webhook.deliver();
}, retryMs);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    clearInterval(retries);
    standIn[Symbol.asyncDispose]().then(() => process.exit(0));
  });
}
