import { fetchedTexts } from './fetched-texts.ts';
import type { Group } from './growth.ts';
import { hostileTexts } from './hostile-text.ts';
import { bare, type Parser } from './parser.ts';
import { suppliedTexts } from './supplied-texts.ts';

const groupOf = ({ name, lengthMax, around = bare, pieces, read }: Parser): Group => ({
  name,
  lengthMax,
  *cases() {
    for (const [before, after] of around) {
      for (const { name, of } of hostileTexts(pieces?.length ?? lengthMax, before, after)) {
        yield {
          name,
          of(length) {
            const text = pieces ? pieces.fill(of(pieces.length), length) : of(length);
            return () => read(text);
          },
        };
      }
    }
  },
});

export const parserGroups: readonly Group[] = [...fetchedTexts, ...suppliedTexts].map(groupOf);
