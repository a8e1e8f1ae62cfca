import { standInKeys } from '#dev/stand-ins/razorpay/answers.ts';
import { openRazorpayStandIn, type RazorpayStandIn } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { type OutgoingOptions, openOutgoing } from '#platform/outgoing/index.ts';
import type { ProviderClient } from '#platform/payments/definition.ts';
import { openRazorpay } from '#platform/payments/razorpay/open-razorpay.ts';

export interface RazorpayTest extends AsyncDisposable {
  provider: ProviderClient;
  standIn: RazorpayStandIn;
  /** Another process of the service. */
  another(options?: RazorpayTestOptions): ProviderClient;
}

export interface RazorpayTestOptions {
  keySecret?: string;
  webhookSecrets?: readonly string[];
  timing?: OutgoingOptions['timing'];
}

const crawler = { product: 'contactry-test', version: '1', contactUrl: 'https://contactry.example/bot' };

/** Razorpay's client with its stand-in: `await using test = await razorpayTest()`. */
export async function razorpayTest(options: RazorpayTestOptions = {}): Promise<RazorpayTest> {
  const stack = new AsyncDisposableStack();
  const standIn = stack.use(await openRazorpayStandIn());
  const another = ({ timing, ...keys }: RazorpayTestOptions = {}): ProviderClient => {
    const outgoing = openOutgoing({ crawler, timing });
    stack.defer(() => outgoing.close());
    return openRazorpay({
      keyId: standInKeys.keyId,
      keySecret: standInKeys.keySecret,
      webhookSecrets: [standInKeys.webhookSecret],
      openClient: (client) => outgoing.vendorClient({ name: 'razorpay', baseUrl: standIn.origin, ...client }),
      now: () => new Date(),
      ...keys,
    });
  };
  return {
    provider: another(options),
    standIn,
    another,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
