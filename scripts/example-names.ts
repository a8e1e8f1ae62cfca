/** Names as written and as they appear in handles. None refers to a real person. */
export const firstNames: readonly (readonly [string, string])[] = [
  ['Asha', 'asha'],
  ['अनन्या', 'ananya'],
  ['Rohan', 'rohan'],
  ['Meera', 'meera'],
  ['Kabir', 'kabir'],
  ['Zoë', 'zoe'],
  ['Łukasz', 'lukasz'],
  ['María', 'maria'],
  ['Jens', 'jens'],
  ['Amara', 'amara'],
  ['Chidi', 'chidi'],
  ['Noor', 'noor'],
  ['Yusuf', 'yusuf'],
  ['美咲', 'misaki'],
  ['Haruto', 'haruto'],
  ['Min-jun', 'minjun'],
  ['Sofia', 'sofia'],
  ['Oluwaseun', 'seun'],
  ['Grace', 'grace'],
  ['Elif', 'elif'],
];

export const lastNames: readonly (readonly [string, string])[] = [
  ['Verma', 'verma'],
  ['Example', 'example'],
  ["O'Placeholder", 'oplaceholder'],
  ['Specimen', 'specimen'],
  ['Musterfrau', 'musterfrau'],
  ['Iyer', 'iyer'],
  ['Sample', 'sample'],
  ['Núñez', 'nunez'],
  ['Kowalska', 'kowalska'],
  ['田中', 'tanaka'],
  ['Doe', 'doe'],
  ['Fulana', 'fulana'],
  ['Dupont', 'dupont'],
  ['Nowak', 'nowak'],
];

export const trades: readonly string[] = [
  'Backend engineer',
  'Head of procurement, EMEA',
  'Site reliability engineer',
  'Founder',
  'Data analyst',
  'Open-source maintainer',
  '',
];

interface Numbering {
  country: string;
  place: string;
  /** A number from a range reserved for films, books and documentation. */
  number(below: (limit: number) => number): string;
}

const digits = (count: number, below: (limit: number) => number) =>
  String(below(10 ** count)).padStart(count, '0');

export const numbering: readonly Numbering[] = [
  // NANPA: 555-0100 to 555-0199 in every area.
  { country: 'US', place: 'Washington, DC', number: (below) => `+1 202 555 01${digits(2, below)}` },
  { country: 'US', place: 'Seattle', number: (below) => `(206) 555-01${digits(2, below)}` },
  // Ofcom: numbers for TV and radio drama.
  { country: 'GB', place: 'London', number: (below) => `+44 7700 900${digits(3, below)}` },
  { country: 'GB', place: 'Leeds', number: (below) => `01632 960${digits(3, below)}` },
  // ARCEP, decision 2018-0881: numbers for audiovisual works.
  { country: 'FR', place: 'Lyon', number: (below) => `+33 2 61 91 ${digits(2, below)} ${digits(2, below)}` },
  // ACMA: numbers for use in radio, books, film and TV.
  { country: 'AU', place: 'Sydney', number: (below) => `+61 491 570 15${6 + below(4)}` },
  { country: 'AU', place: 'Melbourne', number: (below) => `+61 3 5550 ${digits(4, below)}` },
];
