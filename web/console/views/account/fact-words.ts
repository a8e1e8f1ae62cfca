import { countOf } from '../../../shared/count.tsx';
import { rupeesOf } from '../../../shared/rupees.tsx';
import { counted, worded } from '../../parts/words.ts';

type Detail = Record<string, unknown>;

const countedOf = (count: unknown, noun: string) => counted(Number(count), noun, countOf(Number(count)));

/** What happened, as a sentence, where the plain words of the API would be too short. */
const sentences: Readonly<Record<string, (detail: Detail) => string>> = {
  'signup.vetted': ({ allowed }) =>
    allowed ? 'Asked to sign up, and may' : 'Asked to sign up, and was refused',
  'signup.registered': ({ allowed }) => (allowed ? 'Signed up' : 'Signing up was refused'),
  'handle.claimed': ({ kind }) => `Claimed its ${worded(String(kind)).toLowerCase()}`,
  'mailbox.proved': () => 'Proved its mailbox',
  'credits.granted': ({ credits }) => `${countedOf(credits, 'credit')} granted`,
  'credits.expired': ({ credits }) => `${countedOf(credits, 'credit')} expired`,
  'payment.captured': ({ amount_paise }) => `Paid ${rupeesOf(Number(amount_paise))}`,
  'payment.refund': ({ amount_paise }) => `Got ${rupeesOf(Number(amount_paise))} back`,
  'lookups.of_day': ({ lookups }) => `Looked up ${countedOf(lookups, 'profile')}`,
  'session.started': () => 'Signed in',
};

export const titleOf = (what: string, detail: Detail): string => sentences[what]?.(detail) ?? worded(what);
