import { type Static, Type } from 'typebox';
import { failField } from '#core/failure.ts';
import { instantOrNull, orNull, requiredText } from '#core/shapes.ts';
import { maskedNumber } from '#values/masked.ts';
import { normalisePhone } from '#values/phone-number.ts';
import { codeLimits } from './rules.ts';

export const NumberInput = requiredText(250, 'A mobile number with its country code.', '+447700900123');

export const CodeInput = Type.String({
  pattern: `^\\d{${codeLimits.digits}}$`,
  description: 'The six digits that the person typed.',
  examples: ['123456'],
});

const masked = { description: 'The number, with most of its digits hidden.', examples: ['+44•••••••123'] };
export const MaskedNumber = Type.String(masked);

export const NumberStatus = Type.Object(
  {
    required: Type.Boolean({ description: 'Whether accounts need a verified number: the setting.' }),
    state: Type.Enum(['none', 'code_sent', 'recorded', 'verified'], {
      description:
        '`code_sent`: a code waits to be confirmed. `recorded`: a number was recorded without a code.',
    }),
    whatsapp: { ...orNull(Type.String(), masked.description), examples: masked.examples },
    verified_at: instantOrNull('When the code was confirmed.'),
    code_expires_at: instantOrNull('When the waiting code expires.'),
  },
  {
    examples: [
      {
        required: true,
        state: 'verified',
        whatsapp: '+44•••••••123',
        verified_at: '2026-11-20T09:30:00.000Z',
        code_expires_at: null,
      },
    ],
  },
);
export type NumberStatus = Static<typeof NumberStatus>;

export const RecordedNumber = Type.Object(NumberStatus.properties, {
  examples: [
    {
      required: false,
      state: 'recorded',
      whatsapp: '+44•••••••123',
      verified_at: null,
      code_expires_at: null,
    },
  ],
});

/** The state of an account's number, which is in E.164. */
export type WhatsAppNumber = Omit<NumberStatus, 'required' | 'whatsapp'> & { number: string | null };

export const statusReport = ({ number, ...known }: WhatsAppNumber, required: boolean): NumberStatus => ({
  required,
  ...known,
  whatsapp: number && maskedNumber(number),
});

const whichNumbers = 'Ten digits are an Indian number. Begin any other with + and the country code.';

/** The number in E.164. Fails with 422 unless it can be a mobile number. Says nothing about who has it. */
export function numberOrFail(written: string): string {
  const read = normalisePhone(written);
  if (!read.ok)
    return failField(['whatsapp'], read.reason === 'country_required' ? whichNumbers : read.detail);
  const { number, type, extension } = read.value;
  if (extension !== null) return failField(['whatsapp'], 'A WhatsApp number has no extension.');
  if (type !== 'mobile' && type !== 'fixed_line_or_mobile')
    return failField(['whatsapp'], 'This is not a mobile number.');
  return number;
}
