import { isUtf8 } from 'node:buffer';
import { isTooDeep, nestingMax } from '#core/input/parse-json.ts';
import { type FileLine, lineBytesMax } from './line-splitter.ts';

const [quote, backslash, comma, lf] = [0x22, 0x5c, 0x2c, 0x0a];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);
const space = new Set([0x20, 0x09, lf, 0x0d, 0xef, 0xbb, 0xbf]);
const openList = 0x5b;

/**
 * The items of a JSON list, or objects one after the other, as lines: the first item is line 1. An item that is too long or too deep
 * is a line with a fault. Whether an item is JSON is left to its reader. Yields once for each chunk, also where no item ends in it.
 */
export async function* jsonLines(text: AsyncIterable<Uint8Array>): AsyncGenerator<FileLine[]> {
  const items = new JsonItems();
  for await (const chunk of text) yield items.push(chunk);
  yield items.end();
}

/** Lines of NDJSON, with a fault for those that are nested too deep. */
export async function* ndjsonLines(groups: AsyncIterable<FileLine[]>): AsyncGenerator<FileLine[]> {
  for await (const lines of groups)
    yield lines.map((line) =>
      line.text.length > 2 * nestingMax && isTooDeep(Buffer.from(line.text))
        ? { ...line, text: '', fault: 'too_deep' }
        : line,
    );
}

class JsonItems {
  #count = 0;
  #isInList = false;
  /** Bytes of the current item. Null between items. */
  #held: Uint8Array[] | null = null;
  #heldBytes = 0;
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #fault: FileLine['fault'] = null;
  #lines: FileLine[] = [];

  push(chunk: Uint8Array): FileLine[] {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (this.#held === null) {
        if (!this.#begins(byte)) continue;
        this.#held = [];
        from = at;
      }
      const end = this.#endAt(byte);
      if (end === null) continue;
      this.#hold(chunk.subarray(from, at + end));
      this.#finish();
      // The byte that ended the item may end the list too.
      if (end === 0) this.#begins(byte);
    }
    if (this.#held !== null) this.#hold(chunk.subarray(from));
    return this.#lines.splice(0);
  }

  end(): FileLine[] {
    if (this.#held !== null) this.#finish();
    return this.#lines;
  }

  /** Whether a byte between items begins one. A closing bracket ends the list, or is one too many. */
  #begins(byte: number): boolean {
    if (byte === openList && !this.#isInList) this.#isInList = true;
    else if (closing.has(byte)) this.#isInList = false;
    else return byte !== comma && !space.has(byte);
    return false;
  }

  /** 1 if the item ends with this byte, 0 if it ended before it, null if it continues. */
  #endAt(byte: number): 0 | 1 | null {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) this.#isText = false;
    } else if (byte === quote) this.#isText = true;
    else if (opening.has(byte)) {
      this.#depth += 1;
      if (this.#depth > nestingMax) this.#fault ??= 'too_deep';
    } else if (this.#depth > 0) {
      if (closing.has(byte)) this.#depth -= 1;
      return closing.has(byte) && this.#depth === 0 ? 1 : null;
    } else if (byte === comma || byte === lf || closing.has(byte)) return 0;
    return null;
  }

  #hold(bytes: Uint8Array): void {
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > lineBytesMax) this.#fault ??= 'line_too_long';
    if (this.#fault) this.#held = [];
    else this.#held!.push(bytes);
  }

  #finish(): void {
    const bytes = Buffer.concat(this.#held!);
    if (!isUtf8(bytes)) this.#fault ??= 'not_utf8';
    this.#count += 1;
    // JSON has no line ends inside its texts.
    const text = this.#fault ? '' : bytes.toString().replace(/[\r\n]/g, ' ');
    this.#lines.push({ number: this.#count, text, fault: this.#fault });
    [this.#held, this.#heldBytes, this.#depth, this.#isText, this.#fault] = [null, 0, 0, false, null];
  }
}
