import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { faultsOf, type Text } from './words/faults.ts';

const root = join(import.meta.dirname, '..');

/** Everything that people read. A further kind of text is one more line. */
const kinds: Record<string, () => Text[]> = {
  documents: () =>
    globSync(['*.md', 'docs/guide/*.md', 'docs/decisions/*.md', 'docs/*.md', 'docs/errors/*.md'], {
      cwd: root,
    }).flatMap(paragraphsOf),
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
