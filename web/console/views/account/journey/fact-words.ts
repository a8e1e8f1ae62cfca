import { worded } from '#web/console/parts/words.ts';
import { counted } from '#web/shared/values/count.tsx';
import { rupeesOf } from '#web/shared/values/rupees.tsx';

type Detail = Record<string, unknown>;

/** A sentence for each fact, with the members of the detail that it contains. Other facts are shown in the API's words. */
const sentences: Readonly<Record<string, readonly [told: string[], words: (detail: Detail) => string]>> = {
  'signup.vetted': [
    ['allowed'],
    ({ allowed }) => (allowed ? 'Asked to sign up, and may' : 'Asked to sign up, and was refused'),
  ],
  'signup.registered': [['allowed'], ({ allowed }) => (allowed ? 'Signed up' : 'Signing up was refused')],
  'handle.claimed': [['kind'], ({ kind }) => `Claimed its ${handles[String(kind)] ?? kind}`],
  'mailbox.proved': [[], () => 'Proved its mailbox'],
  'credits.granted': [['credits'], ({ credits }) => `${counted(Number(credits), 'credit')} granted`],
  'credits.expired': [['credits'], ({ credits }) => `${counted(Number(credits), 'credit')} expired`],
  'payment.captured': [['amount_paise'], ({ amount_paise }) => `Paid ${rupeesOf(Number(amount_paise))}`],
  'payment.refund': [['amount_paise'], ({ amount_paise }) => `Got ${rupeesOf(Number(amount_paise))} back`],
  'refund.asked': [
    ['amount_paise'],
    ({ amount_paise }) => `An operator asked for a refund of ${rupeesOf(Number(amount_paise))}`,
  ],
  'lookups.of_day': [['lookups'], ({ lookups }) => `Looked up ${counted(Number(lookups), 'profile')}`],
  'session.started': [[], () => 'Signed in'],
};

const handles: Readonly<Record<string, string>> = {
  email: 'email',
  provider_user: 'sign-in',
  whatsapp: 'WhatsApp number',
  device: 'device',
};

/** The title of a fact, and the details it doesn't contain. */
export function wordsOf(what: string, detail: Detail): { title: string; rest: Detail } {
  const [told, words] = sentences[what] ?? [[], () => worded(what)];
  const rest = Object.entries(detail).filter(([name]) => !told.includes(name));
  return { title: words(detail), rest: Object.fromEntries(rest) };
}
