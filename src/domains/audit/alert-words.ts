import { rupeesAndPaiseOf } from '#values/money.ts';

type Details = Readonly<Record<string, unknown>>;

interface Words {
  /** A sentence about what happened. */
  says(subject: string, details: Details): string;
  /** The step for an operator. */
  remedy: string;
}

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const rupees = (value: unknown): string => (typeof value === 'number' ? rupeesAndPaiseOf(value) : 'money');
/** `: reason` if there is one. */
const because = (value: unknown): string =>
  text(value) === '' ? '.' : `: ${text(value).replace(/\.$/, '')}.`;
const seeLog = 'Read the log and fix the cause.';

/** Every kind of alert, for people. A new kind needs its words here. */
export const alertWords = {
  key_banned: {
    says: (key) => `The key ${key} was banned because it went beyond its request rate again and again.`,
    remedy:
      'Ask its owner what calls so often. Then lift the ban on the page of the account, or raise its rate.',
  },
  ledger_mismatch: {
    says: (subject) => `The ledger of credits does not match: ${subject}.`,
    remedy: 'Do not correct it by hand. Follow "Resolving a ledger alert" in the guide about credits.',
  },
  opt_out_waiting: {
    says: (subject) => `Requests of people to be left out wait for you: ${subject.replaceAll('_', ' ')}.`,
    remedy: 'Decide them under Opt-outs.',
  },
  mail_webhook_failed: {
    says: (_, { reason }) => `No mail can be sent${because(reason)}`,
    remedy:
      'Repair the server at SMTP_URL or MAIL_WEBHOOK_URL, or its settings. Mails that wait are sent then.',
  },
  source_refused: {
    says: (source, { reason }) => `The source ${source} refuses to answer${because(reason)}`,
    remedy: 'Check its key and its credits at the vendor, or switch it off under Sources.',
  },
  source_breaker_open: {
    says: (source, { reason }) =>
      `The source ${source} failed several times in a row${because(reason)} It is asked rarely now.`,
    remedy: 'Wait until it answers, or switch it off under Sources.',
  },
  job_failed: {
    says: (job) => `The background job ${job} failed on its last try.`,
    remedy: seeLog,
  },
  event_loop_stalled: {
    says: (process, { longest_ms }) => `The process ${process} stood still for ${text(longest_ms)} ms.`,
    remedy: 'Look for what ran then in the log. Give the process more processor time if it happens often.',
  },
  bounces_unusual: {
    says: (account, { credited, declined }) =>
      `The account ${account} reported many bounces in 30 days: ${text(credited)} were credited, ${text(declined)} were not.`,
    remedy: 'Look at its reports. Lower bounce_credit_percent or lock the account if they are made up.',
  },
  no_workers: {
    says: () => 'No process runs background jobs, so jobs, webhooks and mails wait.',
    remedy: 'Start a process with ROLE=worker or ROLE=all.',
  },
  cell_behind: {
    says: (_, { reason }) =>
      `This cell doesn't follow the directory, so it may show people who opted out${because(reason)}`,
    remedy:
      'Read the log of its PostgreSQL and repair the subscription, as the guide about scaling says. Stop Contactry here until then.',
  },
  webhook_undelivered: {
    says: (_, { reason }) => `A message to a customer's server could not be delivered${because(reason)}`,
    remedy: 'Write to the customer. They can send it again with their key.',
  },
  sandbox_undelivered: {
    says: () => 'The sandbox could not reach the service for a day, so a purchase is pending.',
    remedy: 'Check PUBLIC_URL. The purchase is settled by "Ask the provider now".',
  },
  unearned_vendor_money: {
    says: (subject, { asked_paise, paise }) =>
      `A question to a paid source would cost ${rupees(asked_paise)} more than the day's limit of ${subject} allows; ${rupees(paise)} are spent.`,
    remedy: 'See under Sources what the questions earn, and raise the limit if they do.',
  },
  outgoing_held: {
    says: () => 'This is a restored copy, so it sends nothing and asks no vendor.',
    remedy: 'Release it under Settings when this is the service that should run.',
  },
  usage_outside_months: {
    says: () => 'Rows of usage or of the audit log belong to no month that has a table.',
    remedy: 'Check the clocks of the machines. The job at 02:23 UTC repairs it.',
  },
  payment_unmatched: {
    says: (_, { reason, amount_paise }) =>
      `${rupees(amount_paise)} arrived and nothing was granted for it: ${text(reason).replaceAll('_', ' ')}.`,
    remedy: 'Attach it to an account under Payments, Unmatched, or refund it at the provider.',
  },
  payment_unclaimed: {
    says: () => 'A paid checkout has waited for a week, and no account has claimed it.',
    remedy: 'Open the purchase: write to its buyer, or refund it.',
  },
  payment_correction_failed: {
    says: (_, { why }) => `A payment that came twice could not be sent back${because(why)}`,
    remedy:
      'Often the balance at the provider is too low. It is tried again each night; or press Refund on the page of the purchase.',
  },
  refund_failed: {
    says: (_, { why }) => `A refund that you asked for failed${because(why)}`,
    remedy: 'Open the purchase and ask for it again when the cause is gone. Its credits are free until then.',
  },
  credits_short: {
    says: (_, { credits_short }) => `Money went back whose ${text(credits_short)} credits were already used.`,
    remedy: 'Decide whether to lock the account, then close the alert.',
  },
  credit_note_refused: {
    says: () => 'More went back for a payment than its invoice says.',
    remedy: 'Compare the purchase with the provider, then close the alert.',
  },
  document_not_issued: {
    says: () => 'An invoice or a credit note could not be issued.',
    remedy: `${seeLog} It is tried again every minute.`,
  },
  contract_not_granted: {
    says: (contract) => `The month's credits of the contract ${contract} could not be granted.`,
    remedy: `${seeLog} It is tried again every 10 minutes.`,
  },
  supplier_missing: {
    says: () => 'A checkout was refused, because invoices have no business on them.',
    remedy: 'Set your business under Invoices and GST.',
  },
  checkout_refused: {
    says: (provider, { kind, code }) => `${provider} refuses to sell: ${text(kind)} ${text(code)}.`,
    remedy:
      'Check the keys of the provider and the features that are switched on there, then close the alert.',
  },
  delivery_signature_refused: {
    says: (provider) => `An event of ${provider} had no valid signature.`,
    remedy: 'Compare the webhook secret with the one at the provider, soon: it may switch the webhook off.',
  },
  delivery_not_applied: {
    says: () => 'An event of a payment provider failed 20 times.',
    remedy: `${seeLog} Then apply it again under Payments, Deliveries.`,
  },
  payments_not_reconciled: {
    says: (_, { asked, failed }) =>
      `The provider did not answer ${text(failed)} of ${text(asked)} nightly questions.`,
    remedy: 'Read the log. The next good night closes it.',
  },
  lookup_gave_up: {
    says: () => 'Processes died twice while they worked on one lookup. It was given up, for free.',
    remedy: 'Read the log for why they died, and see which sources were asked.',
  },
  whatsapp_limit: {
    says: (window, { limit }) =>
      `All WhatsApp codes together reached their limit of ${text(limit)} (${window.replaceAll('_', ' ')}).`,
    remedy: 'If these are real people, raise the limit under Settings; else look at the sign-up attempts.',
  },
  whatsapp_trouble: {
    says: (trouble, { code }) =>
      `WhatsApp codes are in trouble: ${trouble.replaceAll('_', ' ')} ${text(code)}.`,
    remedy: 'The guide about WhatsApp says what each trouble means.',
  },
  whatsapp_template_status: {
    says: (template) => `Meta changed the state of the template ${template}.`,
    remedy: 'Look at it in the WhatsApp manager. Codes need an approved template.',
  },
  whatsapp_account_update: {
    says: (account) => `Meta changed the WhatsApp account ${account}.`,
    remedy: 'Look at the account in the WhatsApp manager.',
  },
  whatsapp_number_quality: {
    says: (number) => `Meta rates the quality of the number ${number} lower.`,
    remedy: 'Send fewer codes to numbers that do not answer. Look at the messages.',
  },
} satisfies Record<string, Words>;

export type AlertKind = keyof typeof alertWords;

/** The sentences of an alert. A kind of an older release has none of its own. */
export function wordsOfAlert(
  kind: string,
  subject: string,
  details: Details,
): { what: string; remedy: string } {
  const words = (alertWords as Readonly<Record<string, Words>>)[kind];
  return words
    ? { what: words.says(subject, details), remedy: words.remedy }
    : { what: `${kind.replaceAll('_', ' ')}: ${subject}`, remedy: seeLog };
}
