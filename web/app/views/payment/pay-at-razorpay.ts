const hostedCheckout = 'https://api.razorpay.com/v1/checkout/embedded';

/** Sends the buyer to Razorpay's own page for an order, and back to `returnTo`. No script of Razorpay's runs here. */
export function payAtRazorpay({ key, ...order }: Readonly<Record<string, string>>, returnTo: string): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = hostedCheckout;
  const members = { ...order, key_id: key ?? '', callback_url: returnTo, cancel_url: returnTo };
  for (const [name, value] of Object.entries(members)) form.append(hidden(name, value));
  document.body.append(form);
  form.submit();
}

function hidden(name: string, value: string): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'hidden';
  input.name = name;
  input.value = value;
  return input;
}
