/** Pieces that are repeated to the greatest length a parser takes: runs that patterns and stacks trip over. */
const pieces = {
  spaces: ' ',
  tabs: '\t',
  'line feeds': '\n',
  'line ends': '\r\n',
  'no-break spaces': '\u00a0',
  'zero-width spaces': '\u200b',
  NULs: '\0',
  letters: 'a',
  capitals: 'A',
  digits: '0',
  dots: '.',
  dashes: '-',
  underscores: '_',
  'at signs': '@',
  hashes: '#',
  slashes: '/',
  backslashes: '\\',
  colons: ':',
  semicolons: ';',
  commas: ',',
  bars: '|',
  quotes: '"',
  apostrophes: "'",
  'opening brackets': '[',
  'opening braces': '{',
  'opening parentheses': '(',
  'less-than signs': '<',
  'greater-than signs': '>',
  ampersands: '&',
  percents: '%',
  asterisks: '*',
  pluses: '+',
  tildes: '~',
  'percent escapes': '%41',
  'half percent escapes': '%e0%a4',
  entities: '&amp;',
  'unknown entities': '&CounterClockwise',
  'numeric entities': '&#65;',
  'combining marks': '\u0301',
  'combining marks out of order': '\u0301\u0316\u0334',
  'ligatures that decompose': '\ufdfa',
  emoji: '\u{1f469}\u200d\u{1f4bb}',
  'halves of surrogate pairs': '\ud800',
  ideographs: '漢',
  'letters between spaces': 'a ',
  'letters between dots': 'a.',
  'letters between dashes': 'a-',
  'letters between at signs': 'a@',
  'dots and question marks': '.?',
  'dots and hashes': '.#',
  'percents between commas': '%,',
  'digits between commas': '1,',
  'digits between dots': '1.',
  'digits between spaces': '1 ',
  'digits and letters': 'a1',
  'quotes and commas': '"",',
  'quotes and line feeds': '"\n',
  'quoted letters': '"a"',
  'numbers to call': '+12025550143;',
  'addresses to write to': 'a@b.cd;',
  'pages to visit': 'a.bc;',
  'header values': 'a=b; ',
  'name and value': 'a: b\n',
  'opened arrays': '[[',
  'opened objects': '{"a":',
  'empty objects': '{},',
  'opened tags': '<b>',
  'closed tags': '</b>',
  'table cells': '<td>',
  forms: '<form>',
  'paragraph ends': '</p>',
  drawings: '<svg><title>',
  'tags that never end': '<b ',
  'attributes without end': 'a=" ',
  'attributes that are read': '<a href="&amp;',
  'links with a long name': "<a href='//漢.example/",
  links: '<a href=x>',
  'own links': '<a rel=me href=//漢.a>',
  'mail links': '<a href=mailto:a@b.cd>',
  'robots tags': '<meta name=robots content=a,>',
  'comments that never end': '<!--',
  'comment ends': '-->',
  declarations: '<!',
  instructions: '<?',
  'scripts that never end': '<script type=application/ld+json>',
  'nearly closed scripts': '</scrip',
  'character data': '<![CDATA[',
  'character data ends': ']]',
  'crawler names': 'User-agent: *\n',
  'crawler rules': 'Disallow: /*a*\n',
  'charset declarations': 'charset=',
  'directives of robots': 'a:noindex,',
} as const;

/** What comes after the run: a pattern that has matched all of it must now find out that it doesn't fit. */
const endings = ['', '<', '\0'];
/** Short texts leave no pattern anything to try, and very long ones are slow enough to be seen without an ending. */
const isTriedWithEnding = (length: number) => length > 100 && length < 100_000;

/** Hostile text of any length. */
export interface HostileText {
  name: string;
  of(length: number): string;
}

let turns = 0;

/**
 * Every run, within what leads a parser to it, in UTF-16 code units. The endings take turns: over the parsers each run meets
 * each of them, and none costs three times as long.
 */
export function* hostileTexts(lengthMax: number, before = '', after = ''): Generator<HostileText> {
  for (const [name, piece] of Object.entries(pieces)) {
    const ending = isTriedWithEnding(lengthMax) ? endings[turns++ % endings.length]! : '';
    const of = (length: number) => {
      const room = Math.max(1, length - before.length - after.length - 1);
      return before + piece.repeat(Math.ceil(room / piece.length)).slice(0, room) + ending + after;
    };
    yield { name: `${before}${name}${ending}${after}`, of };
  }
}
