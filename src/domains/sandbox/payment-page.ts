import { html, listed, type PageRefusal, type PageView } from '#core/answers/page-view.ts';
import type { ActName } from './sales/acts.ts';
import type { SaleView } from './shapes.ts';

/** The page where a person plays all the other parties: the buyer, the bank and the provider. */
export const paymentPage: PageView<SaleView> = {
  answer: (sale) => ({
    title: `${sale.title}: sandbox payment`,
    main: html`<h1>${sale.title}</h1>
<p class="hint">This is a sandbox: no money moves. Each button does what a buyer, a bank or a payment provider would do, and the service
gets the same notices as from a real provider.</p>
<dl>
<dt>Price</dt><dd>${amountInWords(sale.amount_paise)}${sale.subscription ? ' a month' : null}</dd>
<dt>State</dt><dd>${stateOf(sale)}</dd>
</dl>
${buttons(sale, sale.acts)}
${sale.return_url === null ? null : html`<p><a href="${sale.return_url}">Return to the dashboard</a></p>`}
${sale.payments.length === 0 ? null : html`<h2>Payments</h2>${listed(sale.payments.map((payment) => paymentPart(sale, payment)))}`}
${sale.deliveries.length === 0 ? null : deliveriesPart(sale)}
<p><a href="">Show the latest state</a></p>`,
  }),
  refusal: (refusal) => {
    const title = refusal.code === 'not_found' ? 'Not found' : 'Nothing happened';
    return {
      title: `${title}: sandbox payment`,
      main: html`<h1>${title}</h1>
<div class="refusal" role="alert"><p>${wordsFor(refusal)}</p></div>
${refusal.code === 'not_found' ? null : html`<p><a href="">Show the present state</a></p>`}`,
    };
  },
};

function wordsFor({ code, faults }: PageRefusal): string {
  if (code === 'not_found') return 'The sandbox has no order or subscription at this address.';
  if (code === 'sandbox_act_impossible')
    return 'This cannot happen any more: the button was pressed already, or something else happened first.';
  if (faults.length > 0) return 'The sandbox does not know this button.';
  return 'Something went wrong. Try again in a moment.';
}

function stateOf({ subscription, payments }: SaleView): string {
  if (!subscription) {
    const isPaid = payments.some(({ status }) => status === 'captured');
    return isPaid ? 'Paid' : 'Not paid yet';
  }
  const { status, period_end: periodEnd, ends_with_period: endsWithPeriod } = subscription;
  if (status === 'created') return 'Not started yet';
  const until = periodEnd === null ? '' : `, paid until ${dayInWords(periodEnd)}`;
  return `${capitalised(status)}${until}${endsWithPeriod ? ', then it ends' : ''}`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Only the button that most people come for stands out. */
const buttons = (sale: SaleView, acts: readonly ActName[], payment?: string) =>
  acts.length === 0
    ? null
    : html`<div class="buttons${acts.includes('pay') || acts.includes('start') ? null : ' quiet'}">${listed(acts.map((act) => button(sale, act, payment)))}</div>`;

const button = ({ presses }: SaleView, act: ActName, payment?: string) => html`<form method="post">
<input type="hidden" name="act" value="${act}">
<input type="hidden" name="presses" value="${String(presses)}">
${payment === undefined ? null : html`<input type="hidden" name="payment" value="${payment}">`}
<button${payment === undefined ? null : html` aria-describedby="${payment}"`}>${actWords[act]}</button>
</form>`;

function paymentPart(sale: SaleView, payment: SaleView['payments'][number]) {
  const { id, status, amount_paise, refunded_paise, failure, dispute, acts } = payment;
  const refunded = refunded_paise > 0 ? `, ${amountInWords(refunded_paise)} refunded` : '';
  const disputed = dispute === null ? '' : `, dispute ${dispute}`;
  return html`<h3 id="${id}">${amountInWords(amount_paise)} ${status}${refunded}${disputed}</h3>
<p class="hint">${id}${failure === null ? null : `: ${failure}`}</p>
${buttons(sale, acts, id)}
`;
}

const deliveriesPart = ({ deliveries }: SaleView) => html`<h2>Webhook deliveries</h2>
<p class="hint">Newest first. Rejected deliveries are sent again, for a day.</p>
<dl>${listed(
  deliveries.map(
    ({ event, tries, is_accepted }) =>
      html`<dt>${event}</dt><dd>${deliveryState(tries, is_accepted)}</dd>
`,
  ),
)}</dl>`;

function deliveryState(tries: number, isAccepted: boolean): string {
  const times = tries === 1 ? 'once' : `${tries} times`;
  if (isAccepted) return tries === 1 ? 'Accepted' : `Accepted, after it was sent ${times}`;
  return tries === 0 ? 'Waits to be sent' : `Sent ${times}, not accepted yet`;
}

/** The label of each button. */
export const actWords: Record<ActName, string> = {
  pay: 'Pay',
  delay: 'Pay, but the money takes a while',
  fail: 'Try to pay, and fail',
  pay_again: 'Pay a second time',
  start: 'Pay and start the subscription',
  renew: 'Renew for another month',
  fail_renewal: 'Let the renewal fail',
  halt: 'Stop trying to renew',
  cancel_at_period_end: 'Cancel at the end of the period',
  end_period: 'Let the period end',
  cancel: 'Cancel at once',
  arrive: 'Let the money arrive',
  bounce: 'Let the payment fail',
  arrive_late: 'Let the money arrive after all',
  refund: 'Refund all that is left',
  refund_half: 'Refund half',
  dispute: 'Open a dispute',
  win_dispute: 'Win the dispute',
  lose_dispute: 'Lose the dispute',
  close_dispute: 'Close the dispute',
};

const rupees = (fractionDigits: number) =>
  new Intl.NumberFormat('en-IN', {
    style: 'currency',
    currency: 'INR',
    minimumFractionDigits: fractionDigits,
    maximumFractionDigits: fractionDigits,
  });
const [wholeRupees, rupeesAndPaise] = [rupees(0), rupees(2)];

/** With paise only where there are some. */
export const amountInWords = (paise: number): string =>
  (paise % 100 === 0 ? wholeRupees : rupeesAndPaise).format(paise / 100);

export const dayInWords = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
