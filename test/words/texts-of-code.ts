import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { exceptions } from './exceptions.ts';
import type { Text } from './faults.ts';

/** Written files of code in these folders, or these files. Paths are relative to the root. */
export const filesOfCode = (root: string, paths: readonly string[]): string[] =>
  paths
    .flatMap((path) => globSync(/\.\w+$/.test(path) ? path : join(path, '**/*.{ts,tsx,mjs}'), { cwd: root }))
    .filter((file) => !/generated|node_modules|words\/exceptions|\/dist\//.test(file))
    .sort();

/** The comments of a file, and its texts of three words or more. SQL has words of its own. */
export function textsOfCode(root: string, file: string): Text[] {
  const text = Object.keys(exceptions[file] ?? {}).reduce(
    (left, foreign) => left.replaceAll(foreign, '…'),
    readFileSync(join(root, file), 'utf8'),
  );
  const found: Text[] = [];
  const add = (start: number, raw: string, wordsMin: number) => {
    const words = raw
      .replace(/`[^`]*`/g, '``')
      .replace(/\s+/g, ' ')
      .trim();
    const line = text.slice(0, start).split('\n').length;
    if (words.split(' ').length >= wordsMin) found.push({ place: `${file}:${line}`, text: words });
  };
  const { program, comments } = parseSync(file, text);
  for (const { start, value } of comments) add(start, value.replace(/^\s*\*+ ?/gm, ''), 2);
  const statements: [number, number][] = [];
  const isStatement = (start: number) => statements.some(([from, to]) => from <= start && start < to);
  new Visitor({
    TaggedTemplateExpression: ({ tag, start, end }) => {
      if (/^sql\b/.test(text.slice(tag.start, tag.end))) statements.push([start, end]);
    },
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(start, value, 3);
    },
    TemplateLiteral: ({ quasis, start }) => {
      if (!isStatement(start)) add(start, quasis.map(({ value }) => value.cooked).join(' 1 '), 3);
    },
    JSXText: ({ value, start }) => add(start, value, 3),
  }).visit(program);
  return found;
}
