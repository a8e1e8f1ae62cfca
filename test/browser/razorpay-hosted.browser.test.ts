/** A pack paid at Razorpay's hosted checkout. Its page is played here; the API is the stand-in's. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standInKeys } from '#dev/stand-ins/razorpay/answers.ts';
import { openRazorpayStandIn } from '#dev/stand-ins/razorpay/open-stand-in.ts';
import { givenKey } from '../support/kit.ts';
import { givenOnboarded } from '../support/purchases.ts';
import { accountOf, testWeb } from '../support/web.ts';

/** Returns the buyer as Razorpay does: by a form that the browser posts. */
const hostedPage = (returnTo: string) => `<!doctype html><title>Razorpay</title>
<form method="post" action="${returnTo}"><input name="razorpay_payment_id" value="pay_forged"><button>Pay</button></form>`;

test('the buyer of a pack is sent to Razorpay by a form, comes back by one, and has credits once Razorpay has the money', async () => {
  await using razorpay = await openRazorpayStandIn();
  await using web = await testWeb({ environment: razorpay.environment });
  await using opened = await web.signedIn();
  const { page } = opened;
  const accountId = await accountOf(page);
  await givenOnboarded(web.service, accountId, 'asha@example.com');
  await givenKey(web.service.database.db, { accountId, plan: 'growth' });

  let sent: URLSearchParams | undefined;
  await page.route('https://api.razorpay.com/v1/checkout/embedded', async (route) => {
    sent = new URLSearchParams(route.request().postData() ?? '');
    await route.fulfill({ contentType: 'text/html', body: hostedPage(sent.get('callback_url')!) });
  });
  await page.goto('/app/plans');
  await page.getByRole('button', { name: 'Buy 20 credits' }).click();
  await page.getByRole('button', { name: 'Pay' }).waitFor();
  const order = sent!.get('order_id')!;
  assert.deepEqual(
    [sent!.get('key_id'), sent!.get('amount'), sent!.get('currency'), sent!.get('callback_url')],
    [standInKeys.keyId, '10000', 'INR', `${web.url}/app/payment/${order}`],
  );

  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('heading', { name: 'Waiting for your payment' }).waitFor();
  await razorpay.acts.pay(order);
  await page.getByText(/You paid ₹100 and got 20 credits/).waitFor();
});
