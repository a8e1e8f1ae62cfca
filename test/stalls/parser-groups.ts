import { fetchedTexts } from './fetched-texts.ts';
import type { Group } from './growth.ts';
import { hostileTexts } from './hostile-text.ts';
import { bare, type Parser } from './parser.ts';
import { suppliedTexts } from './supplied-texts.ts';

/** The small size: each run within one of what leads to a parser's parts, in turn, so that no ending falls to the same one. */
const hasTurn = (at: number, index: number, count: number): boolean =>
  Boolean(process.env.TEST_FULL) || (at + Math.floor(at / count)) % count === index;

const groupOf = ({ name, lengthMax, around = bare, pieces, read }: Parser): Group => ({
  name,
  lengthMax,
  *cases() {
    for (const [index, [before, after]] of around.entries()) {
      let at = 0;
      for (const { name, of } of hostileTexts(pieces?.length ?? lengthMax, before, after)) {
        if (!hasTurn(at++, index, around.length)) continue;
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
