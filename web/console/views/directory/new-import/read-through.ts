const lineFeed = 10;

/** How spreadsheets, gzip, JSON and vCards begin. */
const otherThanLines = /^(?:PK|\x1f\x8b|\s*\[|\s*begin:vcard)/i;

/** A larger file isn't hashed: the browser would need all of it in memory. */
const hashedBytesMax = 256 * 1024 * 1024;

export interface ReadFile {
  /** 0 where rows are no lines, as in a spreadsheet. */
  lines: number;
  /** In hexadecimal. Null if the file is too large, or the browser hashes on secure pages only. */
  sha256: string | null;
}

/** Counts a file's lines, for the progress, and hashes it, so that the service knows it again. */
export async function readThrough(file: File, signal: AbortSignal): Promise<ReadFile> {
  let lines = 0;
  let bytesRead = 0;
  let hasLines = true;
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    signal.throwIfAborted();
    const bytes = read.value;
    if (bytesRead === 0) hasLines = !otherThanLines.test(String.fromCharCode(...bytes.subarray(0, 100)));
    bytesRead += bytes.length;
    for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines += 1;
  }
  return { lines: hasLines ? lines : 0, sha256: await hashOf(file) };
}

async function hashOf(file: File): Promise<string | null> {
  if (file.size > hashedBytesMax || !isSecureContext) return null;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
