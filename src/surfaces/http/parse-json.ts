import { ValidationFailure } from '#core/failure.ts';

/** Deeper than any shape of ours: what is sent is looked through by recursion. */
const nestingMax = 64;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a JSON body; undefined for an empty one. 422 for what is no JSON, no UTF-8, or nested too deeply. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (isTooDeep(bytes)) throw invalid(`JSON should be nested at most ${nestingMax} levels deep`);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw invalid(`JSON decode error: ${(error as Error).message}`);
  }
}

const invalid = (msg: string) => new ValidationFailure([{ loc: ['body'], msg, type: 'json_invalid' }]);

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (opening.has(byte)) {
      depth += 1;
      if (depth > nestingMax) return true;
    } else if (closing.has(byte)) depth -= 1;
  }
  return false;
}
