import { failField } from '#core/failure.ts';
import { rateLimitBounds } from '#domains/accounts/index.ts';
import { type NumberState, numberStates } from '#domains/whatsapp/index.ts';
import { normalisePhone } from '#values/phone-number.ts';

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
