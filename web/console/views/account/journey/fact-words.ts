import { worded } from '#web/console/parts/words.ts';
import { counted } from '#web/shared/values/count.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';

type Detail = Record<string, unknown>;

/** A sentence for each fact, with the members of the detail that it contains. Other facts are shown in the API's words. */
const sentences: Readonly<Record<string, readonly [told: string[], words: (detail: Detail) => string]>> = {
  'account.created': [[], () => 'The account was created'],
  'note.saved': [['by'], ({ by }) => `${by} wrote a note`],
  'signup.vetted': [
    ['allowed'],
    ({ allowed }) => (allowed ? 'Asked to sign up, and may' : 'Asked to sign up, and was refused'),
  ],
  'signup.registered': [['allowed'], ({ allowed }) => (allowed ? 'Signed up' : 'Signing up was refused')],
  'handle.claimed': [['kind'], ({ kind }) => `Claimed its ${handles[String(kind)] ?? kind}`],
  'mailbox.proved': [[], () => 'Proved its mailbox'],
  'business_profile.saved': [['by'], () => 'Saved the address for invoices'],
  'whatsapp.code_sent': [
    ['confirmed'],
    ({ confirmed }) => `Got a WhatsApp code${confirmed ? ' and used it' : ''}`,
  ],
  'whatsapp.recorded': [[], () => 'Gave a WhatsApp number'],
  'whatsapp.verified': [[], () => 'Proved the WhatsApp number'],
  'key.created': [['mode'], ({ mode }) => (mode === 'test' ? 'Got a test key' : 'Got a key')],
  'key.banned': [['reason'], ({ reason }) => `A key was banned: ${reason}`],
  'key.revoked': [[], () => 'A key was revoked'],
  'key.expired': [[], () => 'A key expired'],
  'credits.granted': [['credits'], ({ credits }) => `${counted(Number(credits), 'credit')} granted`],
  'credits.expired': [['credits'], ({ credits }) => `${counted(Number(credits), 'credit')} expired`],
  'purchase.opened': [
    ['amount_paise', 'plan_id'],
    (opened) => `Began to buy ${opened.plan_id} for ${paise(opened)}`,
  ],
  'purchase.claimed': [['plan_id'], ({ plan_id }) => `Claimed the purchase of ${plan_id}`],
  'payment.captured': [['amount_paise'], (paid) => `Paid ${paise(paid)}`],
  'payment.refund': [['amount_paise'], (back) => `Got ${paise(back)} back`],
  'payment.payment_correction': [['amount_paise'], (back) => `Got ${paise(back)} of a second payment back`],
  'payment.chargeback': [['amount_paise'], (back) => `The bank took ${paise(back)} back`],
  'refund.asked': [['amount_paise', 'by'], (asked) => `${asked.by} asked for a refund of ${paise(asked)}`],
  'subscription.stopped': [['plan_id'], ({ plan_id }) => `The subscription to ${plan_id} ended`],
  'contract.made': [['name', 'by'], ({ name, by }) => `${by} agreed on the contract ${name}`],
  'agent_access.set': [
    ['mcp', 'by'],
    ({ mcp, by }) =>
      mcp === null
        ? `${by} left agents to the plan`
        : `${by} ${mcp ? 'let its agents in' : 'kept its agents out'}`,
  ],
  'invoice.issued': [['number', 'total_paise'], ({ number }) => `Got the invoice ${number}`],
  'credit_note.issued': [['number', 'total_paise'], ({ number }) => `Got the credit note ${number}`],
  'lock.created': [['by', 'reason'], ({ by, reason }) => `${by} locked it${reason ? `: ${reason}` : ''}`],
  'lock.lifted': [['by'], ({ by }) => `${by} lifted the lock`],
  'lock.expired': [[], () => 'A lock ended'],
  'lookups.of_day': [['lookups'], ({ lookups }) => `Looked up ${counted(Number(lookups), 'profile')}`],
  'session.started': [[], () => 'Signed in'],
  'account.signed_in': [['provider'], ({ provider }) => `Signed in with ${provider}`],
  'extension.connected': [[], () => 'Connected the browser extension'],
  'extension.ended': [['because'], () => 'The browser extension was signed out'],
  'promo.redeemed': [['code'], ({ code }) => `Redeemed the code ${code}`],
  'webhook.failed': [[], () => 'A webhook could not be delivered'],
};

const paise = ({ amount_paise }: Detail) => rupeesOf(Number(amount_paise));

/** Facts that say nothing of how the account does. */
const technical = new Set([
  'session.started',
  'account.signed_in',
  'extension.connected',
  'extension.ended',
  'whatsapp.code_sent',
  'handle.claimed',
  'key.expired',
  'webhook_secret.created',
]);

export const isTechnical = ({ what }: { what: string }): boolean => technical.has(what);

const handles: Readonly<Record<string, string>> = {
  email: 'email',
  provider_user: 'sign-in',
  whatsapp: 'WhatsApp number',
  device: 'device',
};

/** The title of a fact, and the details it doesn't contain. The audit log's entry of an act has the act's name and other details. */
export function wordsOf(what: string, detail: Detail): { title: string; rest: Detail } {
  const sentence = sentences[what];
  const [told, words] = sentence?.[0].every((name) => name in detail) ? sentence : [[], () => worded(what)];
  const rest = Object.entries(detail).filter(([name]) => !told.includes(name));
  return { title: words(detail), rest: Object.fromEntries(rest) };
}
