import type { PhoneType } from './contacts/shapes.ts';
import { lazily, load } from './lazy.ts';
import { accepted, type Normalised, refused, trimmed } from './normalised.ts';

export type PhoneNumber = {
  /** E.164. */
  number: string;
  /** ISO 3166-1 alpha-2; null for numbers that belong to no country (+800, +882). */
  country: string | null;
  /** Digits to dial behind the number; null when there are none. */
  extension: string | null;
  type: PhoneType;
};

/** A `tel:` URI with its parameters, in UTF-16 units. */
const writtenLengthMax = 250;

// `/max` and not `/mobile`: the latter refuses the fixed lines of most countries, and weighs the same once loaded.
const numbering = lazily(() => load('libphonenumber-js/max') as typeof import('libphonenumber-js/max'));

/**
 * The one form of a phone number, by which it is stored, merged and suppressed. The country must be known: from a `+` or
 * `00` prefix, or from `country` (ISO 3166-1 alpha-2, any case); it is never guessed. `tel:` URIs (RFC 3966) are read.
 * An extension stands apart, since E.164 has none.
 *
 * Reasons: `phone_missing`, `unknown_country`, `country_required`, `invalid_phone`.
 */
export function normalisePhone(raw: string, country?: string): Normalised<PhoneNumber> {
  const written = trimmed(raw);
  if (written.length > writtenLengthMax) return notANumber;
  const text = international(dialString(written.normalize('NFKC')));
  if (text === '') return refused('phone_missing', 'There is no phone number.');

  const { parsePhoneNumberFromString, isSupportedCountry } = numbering();
  const defaultCountry = country?.trim().toUpperCase() || undefined;
  if (defaultCountry !== undefined && !isSupportedCountry(defaultCountry)) {
    return refused(
      'unknown_country',
      'The country is not a two-letter code of ISO 3166-1 with a numbering plan.',
    );
  }
  if (defaultCountry === undefined && !text.startsWith('+')) {
    return refused('country_required', 'A phone number needs its country code: write it with a plus sign.');
  }

  const parsed = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  // Some plans allow more digits than E.164 has room for.
  if (parsed === undefined || parsed.number.length > 1 + 15) return notANumber;
  const type = parsed.getType();
  const { number, country: itsCountry = null } = parsed;
  const extension = /^\d{1,20}$/.exec(parsed.ext ?? '')?.[0] ?? null;
  if (type !== undefined) return accepted({ number, country: itsCountry, extension, type: wireType[type] });
  const drama = dramaNumbers.find(({ range }) => range.test(parsed.number));
  if (drama !== undefined) return accepted({ number, country: drama.country, extension, type: drama.type });
  return refused('invalid_phone', "The country's numbering plan has no such number.");
}

const notANumber = refused('invalid_phone', 'This is not a phone number.');

/** The number in a `tel:` URI with its parameters applied; other text as it is. */
function dialString(text: string): string {
  const uri = /^(?:tel|callto):(?:\/\/)?(.*)$/is.exec(text);
  if (uri === null) return text;
  const [subscriber = '', ...parameters] = decoded(uri[1]!).split(';');
  const given = parameters.find((parameter) => /^ext=\d+$/i.test(parameter));
  const extension = given === undefined ? '' : ` ext. ${given.slice('ext='.length)}`;
  if (subscriber.startsWith('+')) return subscriber.trim() + extension;
  // RFC 3966 §5.1.5: a local number is completed by its context when that is a number too.
  const context = parameters.find((parameter) => /^phone-context=\+/i.test(parameter));
  const prefix = context === undefined ? '' : context.slice('phone-context='.length);
  return prefix + subscriber.trim() + extension;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// No country's national numbers begin with 00, which is the international prefix of most of the world (ITU-T E.123).
const international = (text: string): string => text.replace(/^00(?=[1-9])/, '+');

const wireType = {
  MOBILE: 'mobile',
  FIXED_LINE: 'fixed_line',
  FIXED_LINE_OR_MOBILE: 'fixed_line_or_mobile',
  VOIP: 'voip',
  TOLL_FREE: 'toll_free',
  SHARED_COST: 'shared_cost',
  PREMIUM_RATE: 'premium_rate',
  PERSONAL_NUMBER: 'personal_number',
  PAGER: 'pager',
  UAN: 'uan',
  VOICEMAIL: 'voicemail',
} as const satisfies Record<string, PhoneType>;

/**
 * Ofcom's "telephone numbers for use in TV and radio drama" that the numbering plan itself lists as unassigned. Demo
 * directories use them; nobody can be reached there. The other reserved ranges (+1 … 555 01xx among them) are valid as they are.
 */
const dramaNumbers: readonly { range: RegExp; country: string; type: PhoneType }[] = [
  { range: /^\+447700900\d{3}$/, country: 'GB', type: 'mobile' },
  { range: /^\+441632960\d{3}$/, country: 'GB', type: 'fixed_line' },
];
