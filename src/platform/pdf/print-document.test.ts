import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pdfText } from '#test/support/pdf-text.ts';
import { fc } from '#test/support/properties.ts';
import type { PrintedDocument, Text } from './document.ts';
import { openPress } from './open-press.ts';
import { printDocument } from './print-document.ts';
import { textRuns } from './text-runs.ts';
import { visualOrder } from './visual-order.ts';

const press = openPress();
after(() => press.close());

const documentOf = (texts: string[], style: Text['style'] = 'body'): PrintedDocument => ({
  title: 'Test',
  author: 'Example',
  createdAt: new Date('2026-11-22T10:00:00Z'),
  rows: texts.map((text) => ({ cells: [{ share: 1, texts: [{ text, style }] }] })),
  footer: 'Footer',
});
const printed = async (...texts: string[]) => pdfText(await printDocument(documentOf(texts)));

test('the rupee sign is a rupee sign, in both faces', async () => {
  for (const style of ['body', 'total'] as const) {
    const { runs, hasMissingGlyph } = pdfText(await printDocument(documentOf(['Total ₹999.00'], style)));
    assert.ok(runs.includes('Total ₹999.00'), runs.join('|'));
    assert.equal(hasMissingGlyph, false);
  }
});

// Names on which pdfkit's own shaper throws are among them.
const scripts: Record<string, string> = {
  Latin: 'Zoë Łukasiewicz-Đặng',
  Greek: 'Ελένη Παράδειγμα',
  Cyrillic: 'Анна Примерова',
  Devanagari: 'श्रीमती आशा क्षत्रिय, १२',
  Bengali: 'শ্রীমতী আশা দৃষ্টান্ত',
  Assamese: 'শ্ৰীমতী আশা উদাহৰণ',
  Gurmukhi: 'ਸ਼੍ਰੀਮਤੀ ਆਸ਼ਾ ਉਦਾਹਰਨ ਸਿੰਘ',
  Gujarati: 'શ્રીમતી આશા ઉદાહરણ',
  Odia: 'ଶ୍ରୀମତୀ ଆଶା ଉଦାହରଣ',
  Tamil: 'ஸ்ரீமதி ஆஷா எடுத்துக்காட்டு',
  Telugu: 'శ్రీమతి ఆశా ఉదాహరణ',
  Kannada: 'ಶ್ರೀಮತಿ ಆಶಾ ಉದಾಹರಣೆ',
  Malayalam: 'ശ്രീമതി ആശ ഉദാഹരണം ർൽ',
  Urdu: 'محترمہ آشا مثال، حیدرآباد',
  Sindhi: 'آشا مثال ڄاڻ',
};

for (const [script, name] of Object.entries(scripts)) {
  test(`a name in ${script} is printed whole, and can be copied`, async () => {
    const { runs, actual, hasMissingGlyph } = await printed(name);
    assert.equal(hasMissingGlyph, false);
    assert.ok([...actual, ...runs].includes(name.normalize('NFC')), [...actual, ...runs].join('|'));
    assert.equal([...runs, ...actual].join('').includes('\ufffd'), false);
  });
}

test('scripts that share a line are each in their own face', async () => {
  const { actual, runs } = await printed('Asha श्रीमती శ్రీ شری Example');
  assert.deepEqual(actual, ['Asha श्रीमती శ్రీ شری Example']);
  assert.ok(runs.includes('Asha ') && runs.some((run) => run.endsWith('Example')));
});

test('what no face has is shown as a replacement', async () => {
  const { runs, hasMissingGlyph } = await printed('Li 李 and 😀 and \u{1c5a}');
  assert.equal(runs[0], 'Li \ufffd and \ufffd and \ufffd');
  assert.equal(hasMissingGlyph, false);
});

test('invisible characters and controls of direction are left out, line breaks become spaces', async () => {
  const { runs } = await printed('A\u202esha\u200b \u0007Ex\u00adample\n\tLtd\ufeff');
  assert.equal(runs[0], 'Asha Example Ltd');
});

test('a joiner keeps its place between letters that it joins', async () => {
  const { actual } = await printed('ക്\u200dഷ श्\u200dर');
  assert.equal(actual[0], 'ക്\u200dഷ श्\u200dर'.normalize('NFC'));
});

test('a number inside Urdu stays in its place, and reads from left to right', async () => {
  const order = visualOrder(textRuns('Flat 7 مکان 125 سڑک 9 Road 5', 'regular')).map(({ text }) => text);
  assert.deepEqual(order, ['Flat 7 ', '9', ' ', 'سڑک', ' ', '125', ' ', 'مکان', ' ', 'Road 5']);
});

test('text wraps at spaces, and a word that is wider than the line wraps between letters', async () => {
  const words = Array.from({ length: 60 }, () => 'example').join(' ');
  const { runs } = await printed(words, 'W'.repeat(400), 'श्री'.repeat(200));
  assert.ok(runs.filter((run) => run.startsWith('example')).length > 3);
  assert.equal(runs.filter((run) => /^W+$/.test(run)).join(''), 'W'.repeat(400));
});

test('rows that do not fit continue on further pages, each with its number', async () => {
  const { runs, pages } = await printed(...Array.from({ length: 120 }, (_, at) => `Row ${at}`));
  assert.equal(pages, 3);
  assert.ok(runs.includes('Page 1 of 3') && runs.includes('Page 3 of 3'));
});

test('a row that is higher than a page continues on the next, and loses nothing', async () => {
  const { runs, pages } = await printed('before', 'W'.repeat(20_000), 'after');
  assert.ok(pages > 2);
  assert.equal(runs.filter((run) => /^W+$/.test(run)).join('').length, 20_000);
  assert.ok(runs.includes('after'));
});

test('the same document has the same bytes, in this thread and in that of the press', async () => {
  const document = documentOf(Object.values(scripts));
  const [one, other] = [await printDocument(document), await press.print(document)];
  assert.ok(one.equals(other));
});

test('no text makes it throw', async () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...Object.values(scripts).join('')), maxLength: 40 }),
    fc.constantFrom('\u200d', '\u094d', '\u0dca', '\u{10ffff}', '\ud800', '\u202e', '\u064b'),
  );
  const text = fc.array(unit, { maxLength: 8 }).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), async (texts) => {
      const { hasMissingGlyph } = await printed(...texts);
      assert.equal(hasMissingGlyph, false);
    }),
    { numRuns: 30 },
  );
});

test('a document that comes as the idle thread ends is printed by another', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const other = openPress();
  t.after(() => other.close());
  await other.print(documentOf(['first']));
  t.mock.timers.tick(60_000);
  assert.match((await other.print(documentOf(['second']))).toString('latin1'), /^%PDF/);
});
