import { ValidationFailure } from '../failure.ts';

/** Deeper than any schema of ours or of a vendor. Code that walks the value is recursive, so depth must be bounded. */
export const nestingMax = 64;

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Lists and objects in one text. Parsing more of them would keep other requests waiting; no body of ours has as many. */
const containersMax = 400_000;

export const isTooDeep = (bytes: Uint8Array): boolean => nestingFault(bytes) === 'too_deep';

/** Checks depth and number before parsing, because long runs of brackets are slow to parse. */
function nestingFault(bytes: Uint8Array): 'too_deep' | 'too_many' | null {
  let depth = 0;
  let containers = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (inString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (opening.has(byte)) {
      depth += 1;
      containers += 1;
      if (depth > nestingMax) return 'too_deep';
    } else if (closing.has(byte)) depth -= 1;
  }
  return containers > containersMax ? 'too_many' : null;
}

const faultSentences = {
  too_deep: `JSON should be nested at most ${nestingMax} levels deep`,
  too_many: `JSON should have at most ${containersMax.toLocaleString('en')} lists and objects`,
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body; undefined if it is empty. Fails with 422 if it is not JSON, not UTF-8, or nested too deeply. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const fault = nestingFault(bytes);
  if (fault) throw invalid(faultSentences[fault]);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw invalid(`JSON decode error: ${(error as Error).message}`);
  }
}

const invalid = (msg: string) => new ValidationFailure([{ loc: ['body'], msg, type: 'json_invalid' }]);
