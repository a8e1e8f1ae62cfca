import type { Ports } from '#core/context.ts';
import { type Block, compose, dayText, said } from '#domains/mails/index.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { rupeesAndPaiseOf } from '#values/money.ts';
import type { MailFacts, MailKey, MailKind } from './sql.ts';

/** A mail about a purchase. Its link leads to the page on which buyers claim what they paid for. */
export function mailOf(
  ports: Pick<Ports, 'use' | 'publicUrl'>,
  { purchase, kind, about }: MailKey,
  facts: MailFacts,
): Mail {
  const publicUrl = ports.publicUrl();
  const values = {
    plan_id: facts.plan,
    plan_name: said(facts.plan_name),
    amount: rupeesAndPaiseOf(facts.amount_paise),
    payment_id: facts.payment_id!,
    paid_at: facts.paid_at!.toISOString(),
    payment_reference: facts.reference,
    payment_url: `${publicUrl}/app/payment/${encodeURIComponent(facts.reference)}`,
    invoices_url: `${publicUrl}/app/invoices`,
  };
  const id = [purchase, kind, about].filter(Boolean).join('.');
  return { id, to: facts.to, ...compose(ports, { template: kind, values, ...texts[kind](values) }) };
}

type Values = Record<
  'plan_name' | 'amount' | 'payment_id' | 'paid_at' | 'payment_url' | 'invoices_url',
  string
>;

const claimLink = ({ payment_url: link }: Values): Block[] => [
  'Open this link and sign in to add the plan to your account:',
  { link, label: 'Add the plan' },
];

const texts: Readonly<Record<MailKind, (values: Values) => { subject: string; blocks: Block[] }>> = {
  purchase_claim: (values) => ({
    subject: `Your payment for ${values.plan_name} arrived`,
    blocks: [
      `We received ${values.amount} for ${values.plan_name}. The payment is ${values.payment_id}.`,
      ...claimLink(values),
      'Anyone with this link can claim the plan, so do not share it. If you have claimed it already, there is nothing left to do.',
    ],
  }),
  purchase_waiting: (values) => ({
    subject: `Your payment for ${values.plan_name} is waiting`,
    blocks: [
      `You paid ${values.amount} for ${values.plan_name}, and no account has claimed it yet.`,
      ...claimLink(values),
      'The billing period has begun, and its credits expire when it ends.',
    ],
  }),
  purchase_receipt: ({ plan_name, amount, payment_id, paid_at, invoices_url: link }) => ({
    subject: `Receipt for ${plan_name}`,
    blocks: [
      `You paid ${amount} for ${plan_name}, GST included. Your credits are ready to use.`,
      {
        facts: [
          ['Payment', payment_id],
          ['Date', dayText(new Date(paid_at))],
        ],
      },
      'Sign in to download your invoice:',
      { link, label: 'Your invoices' },
    ],
  }),
  purchase_refund: ({ plan_name, amount, payment_id, invoices_url: link }) => ({
    subject: `${amount} is on its way back to you`,
    blocks: [
      `We sent ${amount} of your payment for ${plan_name} back. The payment is ${payment_id}.`,
      'Your bank usually shows it within 5 to 7 working days. If unused credits were taken back, your Credits page shows it.',
      'If there is a credit note, you can download it here:',
      { link, label: 'Your invoices' },
    ],
  }),
};
