import type { Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { rateLimitBounds } from '#domains/accounts/index.ts';
import { accountsWithPayment } from '#domains/billing/index.ts';
import { accountsWithHandle } from '#domains/identity/index.ts';
import { accountsWithKey } from '#domains/keys/index.ts';
import { accountsNamedLike, accountsWithGstin } from '#domains/onboarding/index.ts';
import { accountsWithNumber, type NumberState, numberStates } from '#domains/whatsapp/index.ts';
import { normalisePhone } from '#values/phone-number.ts';
import { accountsBeginning, type Beginning } from './sql.ts';

/** Filters arrive as texts; an empty one is undefined here. */

export function readLocked(text: string): boolean | undefined {
  if (text === '') return undefined;
  if (text !== 'true' && text !== 'false') return failField(['locked'], 'Input should be true or false');
  return text === 'true';
}

export function readRate(text: string): 'set' | 'unset' | number | undefined {
  if (text === '') return undefined;
  if (text === 'set' || text === 'unset') return text;
  const rate = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return rate >= rateLimitBounds.min && rate <= rateLimitBounds.max
    ? rate
    : failField(['rpm'], `Input should be set, unset or a number from 1 to ${rateLimitBounds.max}`);
}

export function readWhatsApp(text: string): NumberState | `+${string}` | undefined {
  if (text === '') return undefined;
  const state = numberStates.find((one) => one === text);
  if (state) return state;
  const read = normalisePhone(text);
  return read.ok
    ? (read.value.number as `+${string}`)
    : failField(
        ['whatsapp'],
        `Input should be ${numberStates.join(', ')} or a number with its country code: ${read.detail}`,
      );
}

/** Maximum number of accounts found by name, key or number; a longer text finds the others. */
const othersMax = 1000;

/** Up to this many accounts are looked up by their numbers. If there are more, walking back from the newest is faster. */
const fewMax = 20_000;

/** Ten digits are an Indian mobile number, as where customers enter theirs. */
function beginningOfNumber(text: string): string | null {
  const written = text.replace(/[\s().-]/g, '');
  if (/^\+\d+$/.test(written)) return written;
  const [, mobile = null] = /^(?:0|91)?([6-9]\d{9})$/.exec(written) ?? [];
  return mobile && `+91${mobile}`;
}

/** Reads a free text as a beginning. Undefined for an empty one. */
export async function readBeginning(db: Db, text: string): Promise<Beginning | undefined> {
  if (text === '') return undefined;
  const number = beginningOfNumber(text);
  const [few, ...others] = await Promise.all([
    accountsBeginning(db, text, fewMax),
    accountsNamedLike(db, text, othersMax),
    /^(cty|key)_/.test(text) ? accountsWithKey(db, text, othersMax) : [],
    accountsWithHandle(db, text, othersMax),
    /_|\//.test(text) ? accountsWithPayment(db, text, othersMax) : [],
    number ? accountsWithNumber(db, number, othersMax) : [],
    /^\d{2}[a-z]{5}\d{4}[a-z\d]{4}$/i.test(text) ? accountsWithGstin(db, text, othersMax) : [],
  ]);
  return { among: [...(few ?? []), ...others.flat()], orText: few === null ? text : null };
}
