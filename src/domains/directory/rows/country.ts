/** The ISO 3166-1 code of a country given by its English name or code. Returns unknown texts unchanged. */
export function countryCode(text: string): string {
  const name = text.trim();
  if (/^[a-z]{2}$/i.test(name)) return name.toUpperCase() === 'UK' ? 'GB' : name.toUpperCase();
  return byName().get(plain(name)) ?? name;
}

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

const otherNames: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  'u s a': 'US',
  'u s': 'US',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'the netherlands': 'NL',
  holland: 'NL',
  uae: 'AE',
  'czech republic': 'CZ',
  turkey: 'TR',
  'republic of korea': 'KR',
  korea: 'KR',
  'russian federation': 'RU',
  'viet nam': 'VN',
};

let known: Map<string, string> | undefined;

function byName(): Map<string, string> {
  known ??= new Map([...namesOfRegions(), ...Object.entries(otherNames)]);
  return known;
}

function* namesOfRegions(): Generator<[string, string]> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const first of letters) {
    for (const second of letters) {
      const name = names.of(first + second);
      // Drops obsolete codes, such as UK, in favour of their successors.
      if (name !== undefined) yield [plain(name), new Intl.Locale(`und-${first}${second}`).region!];
    }
  }
}
