import type { Mail } from '#platform/mail/mailer.ts';
import { rupeesAndPaiseOf } from '#values/money.ts';
import type { MailFacts, MailKey, MailKind } from './sql.ts';

/** A mail about a purchase. Its link leads to the page on which buyers claim what they paid for. */
export function mailOf({ purchase, kind, about }: MailKey, facts: MailFacts, publicUrl: string): Mail {
  const values = {
    plan_id: facts.plan,
    plan_name: facts.plan_name,
    amount: rupeesAndPaiseOf(facts.amount_paise),
    payment_id: facts.payment_id!,
    paid_at: facts.paid_at!.toISOString(),
    payment_reference: facts.reference,
    payment_url: `${publicUrl}/app/payment/${encodeURIComponent(facts.reference)}`,
    invoices_url: `${publicUrl}/app/invoices`,
  };
  const { subject, lines } = texts[kind](values);
  const id = [purchase, kind, about].filter(Boolean).join('.');
  return { id, to: facts.to, template: kind, values, subject, text: lines.join('\n') };
}

type Values = Record<
  'plan_name' | 'amount' | 'payment_id' | 'paid_at' | 'payment_url' | 'invoices_url',
  string
>;

const texts: Readonly<Record<MailKind, (values: Values) => { subject: string; lines: string[] }>> = {
  purchase_claim: ({ plan_name, amount, payment_id, payment_url }) => ({
    subject: `Your payment for ${plan_name} arrived`,
    lines: [
      `We received ${amount} for ${plan_name}. The payment is ${payment_id}.`,
      '',
      'Open this link and sign in to add the plan to your account:',
      '',
      payment_url,
      '',
      'Anyone with this link can claim the plan, so do not share it. If you have claimed it already, there is nothing left to do.',
    ],
  }),
  purchase_waiting: ({ plan_name, amount, payment_url }) => ({
    subject: `Your payment for ${plan_name} is waiting`,
    lines: [
      `You paid ${amount} for ${plan_name}, and no account has claimed it yet.`,
      '',
      'Open this link and sign in to add the plan to your account:',
      '',
      payment_url,
      '',
      'The billing period has begun, and its credits expire when it ends.',
    ],
  }),
  purchase_receipt: ({ plan_name, amount, payment_id, paid_at, invoices_url }) => ({
    subject: `Receipt for ${plan_name}`,
    lines: [
      `You paid ${amount} for ${plan_name}, GST included. Your credits are ready to use.`,
      '',
      `Payment: ${payment_id}`,
      `Date: ${paid_at.slice(0, 10)}`,
      '',
      'Sign in to download your invoice:',
      '',
      invoices_url,
    ],
  }),
  purchase_refund: ({ plan_name, amount, payment_id, invoices_url }) => ({
    subject: `${amount} is on its way back to you`,
    lines: [
      `We sent ${amount} of your payment for ${plan_name} back. The payment is ${payment_id}.`,
      '',
      'Your bank usually shows it within 5 to 7 working days. If unused credits were taken back, your Credits page shows it.',
      '',
      'If there is a credit note, you can download it here:',
      '',
      invoices_url,
    ],
  }),
};
