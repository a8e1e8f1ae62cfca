import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growsTooFast } from './growth.ts';

const planted = (read: (text: string) => unknown, piece = '<') => ({
  name: 'planted',
  of(length: number) {
    const text = piece.repeat(length / piece.length);
    return () => read(text);
  },
});

for (const [name, work, length] of [
  ['a pattern that looks for the end from every place', planted((text) => text.match(/<[^>]*>/g)), 12_000],
  [
    'a stack that is searched for each tag',
    planted((text) => {
      const open: number[] = [];
      for (let at = 0; at < text.length; at += 1) if (!open.includes(-1)) open.push(at);
    }),
    12_000,
  ],
  [
    'a text that is cut for each line',
    planted((text) => {
      for (let rest = text.split(''); rest.length > 0; ) rest = rest.slice(1);
    }),
    12_000,
  ],
] as const) {
  test(`${name} is found: it costs the square of the text`, async () => {
    assert.equal(await growsTooFast(work, length), true);
  });
}

for (const [name, work] of [
  [
    'much work for each character',
    planted((text) => [...text].map((one) => one.repeat(50).normalize('NFKC'))),
  ],
  ['sorting', planted((text) => [...text].map((_, at) => (at * 7919) % 65_537).sort((a, b) => a - b))],
  [
    'what stops at a limit',
    planted((text) => {
      for (let from = 0; from < 20_000; from += 1) text.slice(from % 99, 4_000).lastIndexOf('>');
    }),
  ],
] as const) {
  test(`${name} is no fault, however long it takes`, async () => {
    assert.equal(await growsTooFast(work, 400_000), false);
  });
}
