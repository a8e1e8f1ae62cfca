import { lazily, load } from './lazy.ts';

/** What `libphonenumber-js` knows of a country. Its type declarations leave most of it out. */
interface Metadata {
  selectNumberingPlan(country: string): void;
  getCountryCodesForCallingCode(code: string): string[] | undefined;
  hasCallingCode(code: string): boolean;
  nationalNumberPattern(): string;
  nationalPrefixForParsing(): string | undefined;
  leadingDigits(): string | undefined;
  type(name: string): { pattern(): string; possibleLengths(): number[] | undefined } | undefined;
}

interface Plan {
  country: string;
  general: RegExp;
  leading: RegExp | null;
  prefix: RegExp | null;
  /** In the order in which the library asks. */
  kinds: Kind[];
  /** Null where fixed lines and mobile phones share all numbers. */
  mobile: Kind | null;
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

export interface PlainPhone {
  number: string;
  country: string;
  type: PlainType;
}

/**
 * Reads a valid international number that is written with digits, spaces, brackets, dots and hyphens alone, and without a national
 * prefix. Null for any other, which may be valid too. The library finds the same in five times as long: it compiles its patterns,
 * of up to two kilobytes, for each number again.
 */
export function plainPhone(text: string): PlainPhone | null {
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

interface Plans {
  code: string;
  list: Plan[];
}

const metadata = lazily(() => {
  const { Metadata: Known } = load('libphonenumber-js/core') as { Metadata: new (data: unknown) => Metadata };
  return new Known(load('libphonenumber-js/max/metadata'));
});
/** By the digits that begin a number. Null when they are no calling code of a country. */
const known = new Map<string, Plans | null>();

function plansOf(code: string): Plans | null {
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

function planOf(country: string): Plan {
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
    kinds,
    mobile: kinds.find(({ type }) => type === 'MOBILE') ?? null,
  };
}
