/** Deeper than any shape of ours or of a vendor: what is sent is looked through by recursion. */
export const nestingMax = 64;

const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Whether JSON is nested deeper than `nestingMax`, before it is parsed: brackets alone are slow to parse, too. */
export function isTooDeep(bytes: Uint8Array): boolean {
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
