// `npm run dev:razorpay`: runs a loopback stand-in for Razorpay until interrupted.
import { assignments, runUntilStopped } from '../run-until-stopped.ts';
import { openRazorpayStandIn } from './open-stand-in.ts';

const port = 4780;
const service = process.env.PUBLIC_URL || 'http://127.0.0.1:8080';
const webhookUrl = `${service}/api/v1/billing/webhook/razorpay`;
const retryMs = 5000;

const { webhook } = await runUntilStopped(
  'dev:razorpay',
  () => openRazorpayStandIn({ port, webhookUrl }),
  ({
    environment,
    origin,
  }) => `A stand-in for Razorpay is running. It sends its webhooks to ${webhookUrl}. Start the service in another
terminal with

${assignments(environment)}  npm start

and check out. Then act as the buyer, with the payment_reference of the checkout:

  curl -X POST ${origin}/__test/pay -d '{"id":"order_…"}'       pay for a pack
  curl -X POST ${origin}/__test/charge -d '{"id":"sub_…"}'      pay for a plan, or renew it

docs/guide/razorpay.md lists what else you can do here.
`,
);

/** Deliveries that the service didn't accept are sent again. */
setInterval(() => {
  if (!webhook.settings.held) void webhook.deliver();
}, retryMs);
