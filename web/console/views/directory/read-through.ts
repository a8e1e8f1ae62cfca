const lineFeed = 10;

/** A larger file isn't hashed: the browser would need all of it in memory. */
const hashedBytesMax = 256 * 1024 * 1024;

export interface ReadFile {
  lines: number;
  /** In hexadecimal. Null if the file is too large, or the browser hashes on secure pages only. */
  sha256: string | null;
}

/** Counts a file's lines, for the progress, and hashes it, so that the service knows it again. */
export async function readThrough(file: File, signal: AbortSignal): Promise<ReadFile> {
  let lines = 0;
  const reader = file.stream().getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    signal.throwIfAborted();
    const bytes = read.value;
    for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines += 1;
  }
  return { lines, sha256: await hashOf(file) };
}

async function hashOf(file: File): Promise<string | null> {
  if (file.size > hashedBytesMax || !isSecureContext) return null;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
