import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { exceptions } from './words/exceptions.ts';
import { faultsOf, type Text } from './words/faults.ts';
import { filesOfCode, textsOfCode } from './words/texts-of-code.ts';

const root = join(import.meta.dirname, '..');

const foldersOfCode = ['src', 'web', 'extension', 'clients', 'bench', 'bin', 'dev', 'scripts', 'test'];

/** Everything that people read. Another kind of text is one more line. */
const kinds: Record<string, () => Text[]> = {
  documents: () =>
    globSync(['*.md', 'docs/*.md', 'docs/{guide,decisions,errors,security}/*.md'], { cwd: root }).flatMap(
      paragraphsOf,
    ),
  'comments, texts and test titles': () =>
    filesOfCode(root, foldersOfCode).flatMap((file) => textsOfCode(root, file)),
};

/** Paragraphs, items and rows, each as one line without code. */
function paragraphsOf(file: string): Text[] {
  const text = readFileSync(join(root, file), 'utf8')
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, '``')
    .replace(/\]\([^)\s]*\)/g, ']()');
  const found: Text[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const previous = found.at(-1);
    const words = line.replace(/^\s*([-*]|\d+\.|#+) /, '').trim();
    if (words === '') found.push({ place: '', text: '' });
    else if (previous?.text && line.trim() === words && !words.startsWith('|')) previous.text += ` ${words}`;
    else found.push({ place: `${file}:${at + 1}`, text: words });
  }
  return found.filter(({ text: words }) => words !== '');
}

for (const [kind, textsOf] of Object.entries(kinds)) {
  test(`the ${kind} use the words and sentences of the house`, () => {
    const texts = textsOf();
    assert.ok(texts.length > 100);
    assert.deepEqual(faultsOf(texts), []);
  });
}

test('each exception is for a text that is there', () => {
  for (const [file, texts] of Object.entries(exceptions)) {
    const code = readFileSync(join(root, file), 'utf8');
    for (const text of Object.keys(texts)) assert.ok(code.includes(text), `${file} has no "${text}"`);
  }
});
