/** Deeper than any schema of ours or of a vendor. Code that walks the value is recursive, so depth must be bounded. */
export const nestingMax = 64;

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Lists and objects in one text. Parsing more of them would keep other requests waiting; no body of ours has as many. */
export const containersMax = 400_000;

export const isTooDeep = (bytes: Uint8Array): boolean => nestingFault(bytes) === 'too_deep';

/** Checks depth and number before parsing, because long runs of brackets are slow to parse. */
export function nestingFault(bytes: Uint8Array): 'too_deep' | 'too_many' | null {
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
