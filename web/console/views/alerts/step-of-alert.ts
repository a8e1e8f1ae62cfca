import type { ListAlertsAnswer } from '#client';
import { addressOf } from '#web/console/parts/account-address.ts';

type Alert = Pick<ListAlertsAnswer['items'][number], 'kind' | 'subject' | 'details'>;
/** A link, by its address, or a job that runs at the press of the button. */
type Step = { text: string } & ({ href: string } | { job: string });

const link = (href: string, text: string): Step => ({ href, text });
const run = (job: string, text: string): Step => ({ job, text });
const source = ({ subject }: Alert) =>
  link(`/console/sources/${encodeURIComponent(subject)}`, 'Show the source');
const purchase = ({ subject }: Alert) =>
  link(`/console/payments/${encodeURIComponent(subject)}`, 'Show the purchase');
const payment = (id: string) => link(`/console/payments?q=${encodeURIComponent(id)}`, 'Find the purchase');
const messages = () => link('/console/messages', 'Show the messages');

const steps: Readonly<Record<string, (alert: Alert) => Step>> = {
  job_failed: ({ subject }) => run(subject, 'Run it again'),
  mail_webhook_failed: () => run('status.look-outside', 'Check the mail server'),
  sandbox_undelivered: () => run('sandbox.send-deliveries', 'Try again now'),
  usage_outside_months: () => run('usage.keep-months', 'Repair it now'),
  document_not_issued: () => run('billing.issue-left-documents', 'Issue it now'),
  contract_not_granted: () => run('billing.grant-contracts', 'Grant them now'),
  payments_not_reconciled: () => run('billing.reconcile-payments', 'Ask the provider again'),
  checkout_refused: () => run('status.look-outside', 'Check the keys now'),
  opt_out_waiting: () => link('/console/opt-outs', 'Decide the requests'),
  source_refused: source,
  source_breaker_open: source,
  unearned_vendor_money: () => link('/console/sources', 'Show the limits'),
  outgoing_held: () => link('/console/settings', 'Open the settings'),
  delivery_signature_refused: () => link('/console/deliveries', 'Show the deliveries'),
  delivery_not_applied: () => link('/console/deliveries?status=failed', 'Show what failed'),
  payment_unmatched: () => link('/console/unmatched', 'Show the payments'),
  supplier_missing: () => link('/console/gst/business', 'Set your business'),
  payment_unclaimed: purchase,
  refund_failed: purchase,
  payment_correction_failed: ({ subject }) => payment(subject.slice(subject.indexOf(':') + 1)),
  credits_short: ({ details }) => payment(String(details.provider_payment_id ?? '')),
  credit_note_refused: () => link('/console/payments', 'Find the purchase'),
  whatsapp_limit: messages,
  whatsapp_trouble: messages,
  whatsapp_template_status: messages,
  whatsapp_account_update: messages,
  whatsapp_number_quality: messages,
};

/** The step that sees to an alert, where the console has one. */
export function stepOfAlert(alert: Alert): Step | undefined {
  const step = steps[alert.kind]?.(alert);
  if (step) return step;
  const accountId = alert.details.account_id ?? alert.subject.match(/^account ([^#].*)$/)?.[1];
  return typeof accountId === 'string' ? link(addressOf(accountId), 'Show the account') : undefined;
}
