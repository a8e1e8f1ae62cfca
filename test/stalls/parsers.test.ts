import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchedTexts } from './fetched-texts.ts';
import { hostileTexts } from './hostile-text.ts';
import { bare } from './parser.ts';
import { suppliedTexts } from './supplied-texts.ts';
import { stallMs, stallMsMax } from './thread-time.ts';

for (const { name, lengthMax, around = bare, read } of [...fetchedTexts, ...suppliedTexts]) {
  test(`${name} of ${lengthMax.toLocaleString('en')} hostile characters is read within ${stallMsMax} ms`, async () => {
    const slow: string[] = [];
    for (const [before, after] of around) {
      for (const { name: hostile, text } of hostileTexts(lengthMax, before, after)) {
        const ms = await stallMs(() => read(text));
        if (ms > stallMsMax) slow.push(`${hostile}: ${Math.round(ms)} ms`);
      }
    }
    assert.deepEqual(slow, []);
  });
}
