import { inflateSync } from 'node:zlib';

/** The content of our PDF, as a reader finds it. */
export interface PdfText {
  /** The runs of glyphs, read back by each font's own table, in drawing order. */
  runs: string[];
  /** Texts that stand for runs of shaped scripts. */
  actual: string[];
  /** Whether a glyph for "no such character" was drawn. */
  hasMissingGlyph: boolean;
  pages: number;
}

export function pdfText(pdf: Buffer): PdfText {
  const objects = objectsOf(pdf);
  const fonts = fontsOf(objects);
  const contents = [...objects.values()].filter(({ text }) => / T[fJ]\b/.test(text));
  const runs: string[] = [];
  const actual: string[] = [];
  let hasMissingGlyph = false;
  for (const { text } of contents) {
    let letters = new Map<string, string>();
    const tokens = text.matchAll(
      /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g,
    );
    for (const [, font, shown, given] of tokens) {
      if (font) letters = fonts.get(font)!;
      if (given) actual.push(textString(given));
      if (!shown) continue;
      const glyphs = [...shown.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g)!);
      hasMissingGlyph ||= glyphs.includes('0000');
      runs.push(glyphs.map((glyph) => letters.get(glyph) ?? '').join(''));
    }
  }
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary)).length;
  return { runs, actual, hasMissingGlyph, pages };
}

interface PdfObject {
  dictionary: string;
  /** The inflated text of a stream. */
  text: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const written = pdf.toString('latin1');
  const found = written.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm);
  return new Map(
    [...found].map(([, id, body]) => {
      const [, dictionary = body!, stream] = /^([\s\S]*?)\nstream\n([\s\S]*)\nendstream/.exec(body!) ?? [];
      const isFont = dictionary.includes('/Length1');
      const text = stream && !isFont ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : '';
      return [id!, { dictionary, text }];
    }),
  );
}

/** For each name of a font in the contents, its glyphs as text. */
function fontsOf(objects: Map<string, PdfObject>): Map<string, Map<string, string>> {
  const names = [...objects.values()].flatMap(({ dictionary }) => [
    ...dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g),
  ]);
  return new Map(
    names.map(([, name, id]) => {
      const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)!.dictionary)!;
      return [name!, lettersOf(objects.get(table!)!.text)];
    }),
  );
}

function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, start, entries] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [at, [, hex]] of [...entries!.matchAll(/<([^>]*)>/g)].entries()) {
      const units = hex!
        .split(' ')
        .filter(Boolean)
        .map((unit) => Number.parseInt(unit, 16));
      letters.set(
        (Number.parseInt(start!, 16) + at).toString(16).padStart(4, '0'),
        String.fromCharCode(...units),
      );
    }
  }
  return letters;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** UTF-16 with its mark, or Latin. */
function textString(escaped: string): string {
  const bytes = escaped.replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign);
  if (!bytes.startsWith('\xfe\xff')) return bytes;
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le');
}
