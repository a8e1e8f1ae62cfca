import { daysAfter } from '#core/clock.ts';
import type { Job, JobContext } from '#core/job.ts';
import { type Draft, dayText, MailSender, mailAccount, said } from '#domains/mails/index.ts';
import { rupeesAndPaiseOf } from '#values/money.ts';
import { isProviderFailure, Payments, providerNamed } from '../payments-port.ts';
import { purchaseById } from '../purchases.ts';
import { graceDays } from '../rules.ts';
import { type Subscription, subscriptionNamed } from './subscriptions.ts';

/** Whether the provider could not charge a subscription that is wanted. */
export const isFailing = ({ status, first_paid_at, stops_at }: Subscription): boolean =>
  (status === 'pending' || status === 'halted') && first_paid_at !== null && stops_at === null;

/** A subscription that has failed for longer is old news: mails may have been set up since. */
const newsDays = 30;

/** Mails the customer whose renewal failed, once for each day on which the provider says that it tries again, and once when it gives up. */
export const mailFailedRenewal: Job<{ provider: string; reference: string }> = {
  id: 'billing.mail-failed-renewal',
  sends: true,
  async run(ctx, { provider, reference }) {
    const { ports, now } = ctx;
    if (ports.use(MailSender) === null) return;
    const failing = await subscriptionNamed(ports.db, provider, reference);
    if (!failing?.account || !failing.paid_until || !isFailing(failing)) return;
    if (daysAfter(failing.paid_until, newsDays) < now()) return;
    const { account, purchase, status, status_at, paid_until } = failing;
    const { terms } = (await purchaseById(ports.db, purchase))!;
    const draft = failedRenewalMail({
      ...{ plan: said(terms.name), amount: rupeesAndPaiseOf(failing.amount_paise), paid_until },
      ...{ isRetried: status === 'pending', payPage: await payPageOf(ctx, failing) },
      publicUrl: ports.publicUrl(),
    });
    const try_ = status === 'pending' ? status_at.toISOString().slice(0, 10) : status;
    const about = `${provider}:${reference} ${paid_until.toISOString()} ${try_}`;
    await ctx.phase((phase) =>
      mailAccount({ ...phase, ports, now }, { account, type: 'renewals', about, draft }),
    );
  },
};

/** The provider's page. Null if it has none or can't be asked: the mail is more urgent than its link. */
async function payPageOf(
  { ports, log }: JobContext,
  { provider, reference }: Subscription,
): Promise<string | null> {
  try {
    return await providerNamed(ports.use(Payments), provider).payPageOf(reference);
  } catch (error) {
    if (!isProviderFailure(error)) throw error;
    log.warn({ error, provider, reference }, 'the page to pay on could not be read');
    return null;
  }
}

interface FailedRenewal {
  plan: string;
  amount: string;
  paid_until: Date;
  isRetried: boolean;
  payPage: string | null;
  publicUrl: string;
}

function failedRenewalMail({
  plan,
  amount,
  paid_until,
  isRetried,
  payPage,
  publicUrl,
}: FailedRenewal): Draft {
  const link = payPage ?? `${publicUrl}/app/plans`;
  const plan_until = isRetried ? daysAfter(paid_until, graceDays) : paid_until;
  return {
    template: 'renewal_failed',
    values: {
      ...{ plan_name: plan, amount, is_retried: String(isRetried), pay_url: link },
      ...{ credits_until: paid_until.toISOString(), plan_until: plan_until.toISOString() },
    },
    subject: isRetried ? `Your payment for ${plan} failed` : `Your plan ${plan} was not renewed`,
    blocks: [
      isRetried
        ? `We could not charge ${amount} for the next month of ${plan}. The payment provider tries again in the next days.`
        : `We could not charge ${amount} for the next month of ${plan}. The payment provider has stopped trying.`,
      {
        facts: [
          ['Credits of the last month expire', dayText(paid_until)],
          [isRetried ? 'Plan ends without a payment' : 'Plan ended', dayText(plan_until)],
        ],
      },
      payPage
        ? 'Pay now, or choose another way to pay. The credits of the new month are added as soon as the payment arrives:'
        : 'Check your card or UPI account, or choose a plan:',
      { link, label: payPage ? 'Pay now' : 'Plans' },
    ],
  };
}
