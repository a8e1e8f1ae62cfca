import type { PhoneContact, PhoneType } from './contacts/shapes.ts';
import { lazily, load } from './lazy.ts';
import { accepted, type Normalised, refused, trimmed } from './normalised.ts';

type PhoneNumber = Pick<PhoneContact, 'number' | 'country' | 'extension' | 'type'>;

/** A `tel:` URI with its parameters, in UTF-16 code units. */
const writtenLengthMax = 250;

// Not `/mobile`, which rejects most countries' fixed lines and is no smaller once loaded.
const numbering = lazily(() => load('libphonenumber-js/max') as typeof import('libphonenumber-js/max'));

/**
 * Normalizes a phone number for storing, merging and suppressing. The country comes from a `+` or `00` prefix, or from
 * `country` (ISO 3166-1 alpha-2, any case), and is never guessed. Accepts `tel:` URIs (RFC 3966). The extension is separate.
 * Reasons: `phone_missing`, `unknown_country`, `country_required`, `invalid_phone`.
 */
export function normalisePhone(raw: string, country?: string): Normalised<PhoneNumber> {
  const written = trimmed(raw);
  if (written.length > writtenLengthMax) return notANumber;
  const text = international(dialString(written.normalize('NFKC')));
  if (text === '') return refused('phone_missing', 'The phone number is missing.');

  const { parsePhoneNumberFromString, isSupportedCountry } = numbering();
  const defaultCountry = country?.trim().toUpperCase() || undefined;
  if (defaultCountry !== undefined && !isSupportedCountry(defaultCountry)) {
    return refused(
      'unknown_country',
      'The country is not a two-letter ISO 3166-1 code with a numbering plan.',
    );
  }
  if (defaultCountry === undefined && !text.startsWith('+')) {
    return refused('country_required', 'The phone number needs a country code. Write it with a plus sign.');
  }

  const plain = plainPhone(text);
  if (plain !== null) return accepted({ ...plain, extension: null, type: wireType(plain.type) });

  const parsed = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  // Some numbering plans allow more digits than E.164.
  if (parsed === undefined || parsed.number.length > 1 + 15) return notANumber;
  const type = parsed.getType();
  const { number, country: itsCountry = null } = parsed;
  const extension = /^\d{1,20}$/.exec(parsed.ext ?? '')?.[0] ?? null;
  if (type !== undefined) return accepted({ number, country: itsCountry, extension, type: wireType(type) });
  const drama = dramaNumbers.find(({ range }) => range.test(parsed.number));
  if (drama !== undefined) return accepted({ number, country: drama.country, extension, type: drama.type });
  return refused('invalid_phone', "The number does not exist in the country's numbering plan.");
}

const notANumber = refused('invalid_phone', 'This is not a phone number.');

/** The number in a `tel:` URI with its parameters applied. Other text is returned as it is. */
function dialString(text: string): string {
  const uri = /^(?:tel|callto):(?:\/\/)?(.*)$/is.exec(text);
  if (uri === null) return text;
  const [subscriber = '', ...parameters] = decoded(uri[1]!).split(';');
  const given = parameters.find((parameter) => /^ext=\d+$/i.test(parameter));
  const extension = given === undefined ? '' : ` ext. ${given.slice('ext='.length)}`;
  if (subscriber.startsWith('+')) return subscriber.trim() + extension;
  // RFC 3966 §5.1.5: the context completes a local number if it is a number too.
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

// No national number starts with 00, the international prefix in most of the world (ITU-T E.123).
const international = (text: string): string => text.replace(/^00(?=[1-9])/, '+');

/** The library writes the same types in capitals. */
const wireType = (type: PlainType): PhoneType => type.toLowerCase() as Lowercase<PlainType>;

/**
 * Ofcom's "telephone numbers for use in TV and radio drama", which the numbering plan lists as unassigned. Demo directories use
 * them, and they ring no phone. Other reserved ranges (such as +1 … 555 01xx) already count as valid.
 */
const dramaNumbers: readonly { range: RegExp; country: string; type: PhoneType }[] = [
  { range: /^\+447700900\d{3}$/, country: 'GB', type: 'mobile' },
  { range: /^\+441632960\d{3}$/, country: 'GB', type: 'fixed_line' },
];

/** A country's data in `libphonenumber-js`. Its type declarations leave most of it out. */
interface Metadata {
  selectNumberingPlan(country: string): void;
  getCountryCodesForCallingCode(code: string): string[] | undefined;
  hasCallingCode(code: string): boolean;
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  leadingDigits(): string | undefined;
  type(name: string): { pattern(): string; possibleLengths(): number[] | undefined } | undefined;
}

interface Kind {
  type: PlainType;
  pattern: RegExp;
  lengths: number[] | undefined;
}

const types = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const;
type PlainType = (typeof types)[number] | 'FIXED_LINE_OR_MOBILE';

/**
 * Reads a valid international number that is written with digits, spaces, brackets, dots and hyphens alone, and without a national
 * prefix. Null for any other, which may be valid too. The library finds the same in five times as long: it compiles its patterns,
 * of up to two kilobytes, for each number again.
 */
export function plainPhone(text: string) {
  if (!/^\+[1-9][\d ().-]{6,24}$/.test(text)) return null;
  const digits = text.replace(/\D+/g, '');
  if (digits.length < 7 || digits.length > 15) return null;
  const plans = plansOf(digits.slice(0, 1)) ?? plansOf(digits.slice(0, 2)) ?? plansOf(digits.slice(0, 3));
  if (!plans) return null;
  const national = digits.slice(plans.code.length);
  const [main] = plans.list;
  if (!main || main.prefix?.test(national)) return null;
  const plan =
    plans.list.length === 1
      ? main
      : plans.list.find((one) => (one.leading ? one.leading.test(national) : typeIn(one, national) !== null));
  const type = plan ? typeIn(plan, national) : null;
  return plan && type ? { number: `+${digits}`, country: plan.country, type } : null;
}

function typeIn(plan: Plan, national: string): PlainType | null {
  if (!plan.general.test(national)) return null;
  const matches = ({ pattern, lengths }: Kind) =>
    (!lengths || lengths.includes(national.length)) && pattern.test(national);
  const first = plan.kinds.find(matches);
  if (first?.type !== 'FIXED_LINE') return first?.type ?? null;
  const isMobile = plan.mobile === null || matches(plan.mobile);
  return isMobile ? 'FIXED_LINE_OR_MOBILE' : 'FIXED_LINE';
}

const metadata = lazily(() => {
  const { Metadata: Known } = load('libphonenumber-js/core') as { Metadata: new (data: unknown) => Metadata };
  return new Known(load('libphonenumber-js/max/metadata'));
});
/** By the digits that begin a number. Null when they are no calling code of a country. */
const known = new Map<string, { code: string; list: Plan[] } | null>();

function plansOf(code: string) {
  const found = known.get(code);
  if (found !== undefined) return found;
  const countries = metadata().hasCallingCode(code)
    ? metadata().getCountryCodesForCallingCode(code)
    : undefined;
  const isCountry = countries?.every((country) => /^[A-Z]{2}$/.test(country)) ?? false;
  const plans = countries && isCountry ? { code, list: countries.map(planOf) } : null;
  known.set(code, plans);
  return plans;
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const start = (pattern: string | undefined): RegExp | null =>
  pattern ? new RegExp(`^(?:${pattern})`) : null;

function planOf(country: string) {
  const data = metadata();
  data.selectNumberingPlan(country);
  const kinds = types.flatMap((type): Kind[] => {
    const kind = data.type(type);
    const pattern = kind?.pattern();
    return kind && pattern ? [{ type, pattern: whole(pattern), lengths: kind.possibleLengths() }] : [];
  });
  return {
    country,
    general: whole(data.nationalNumberPattern()),
    leading: start(data.leadingDigits()),
    prefix: start(data.nationalPrefixForParsing()),
    /** In the order in which the library asks. */
    kinds,
    /** Null where fixed lines and mobile phones share all numbers. */
    mobile: kinds.find(({ type }) => type === 'MOBILE') ?? null,
  };
}

type Plan = ReturnType<typeof planOf>;
