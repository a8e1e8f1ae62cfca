export interface Peeked {
  head: Buffer;
  /** From the first byte. To be read once. */
  whole(): AsyncGenerator<Uint8Array>;
  /** Ends the source, where nothing more is read of it. */
  close(): Promise<void>;
}

/** As many bytes as it takes to tell what a file is. */
const headBytes = 512;

/** Looks at the first bytes of a stream without taking them from it. */
export async function peeked(file: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const chunks = file[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let isEnd = false;
  for (let bytes = 0; bytes < headBytes && !isEnd; ) {
    const { done, value } = await chunks.next();
    if (done) isEnd = true;
    else {
      held.push(value);
      bytes += value.length;
    }
  }
  const close = async () => void (await chunks.return?.());
  async function* whole(): AsyncGenerator<Uint8Array> {
    try {
      yield* held;
      held.length = 0;
      while (!isEnd) {
        const { done, value } = await chunks.next();
        if (done) return;
        yield value;
      }
    } finally {
      await close();
    }
  }
  return { head: Buffer.concat(held), whole, close };
}
