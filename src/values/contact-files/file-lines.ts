import { isAscii } from 'node:buffer';
import { encodingSentence } from './encodings.ts';
import { FileRefused } from './file-refused.ts';
import { type FileLine, lineSplitter } from './line-splitter.ts';

/**
 * Yields the lines of UTF-8 text as they arrive, a group for each chunk, buffering at most a chunk and a line. Lines end in LF, CRLF or CR.
 * Throws `FileRefused` when the text is in another encoding; a broken letter among good ones costs its line.
 */
export async function* fileLines(
  text: AsyncIterable<Buffer>,
  isSurelyUtf8 = false,
): AsyncGenerator<FileLine[]> {
  const splitter = lineSplitter();
  let isDecided = isSurelyUtf8;
  let sawLetters = false;
  const checked = (lines: FileLine[], bytes: Buffer): FileLine[] => {
    sawLetters ||= !isAscii(bytes);
    if (isDecided || !sawLetters) return lines;
    isDecided = lines.some((line) => /[^\0-\x7f]/.test(line.text));
    const broken = lines.find(({ fault }) => fault === 'not_utf8');
    if (broken && !isDecided) throw new FileRefused('not_utf8', encodingSentence(bytes, broken.number));
    return lines;
  };
  let last: Buffer = Buffer.alloc(0);
  for await (const bytes of text) {
    last = bytes;
    yield checked(splitter.push(bytes), bytes);
  }
  yield checked(splitter.end(), last);
}
