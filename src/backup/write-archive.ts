import type { Readable } from 'node:stream';
import { packTar } from 'modern-tar';
import type { BaseBackup } from '#platform/database/embedded/base-backup.ts';
import { manifestName } from './backup-facts.ts';

/** Two blocks of zeros end a tar. */
const closingBytes = 1024;

export interface Entry {
  name: string;
  body: string | Uint8Array;
}

/** One tar: `first`, then the cluster, then PostgreSQL's list of the cluster's files. */
export async function* archiveOf(first: Entry[], copy: BaseBackup): AsyncGenerator<Uint8Array> {
  yield (await packed(first)).subarray(0, -closingBytes);
  yield* withoutClosing(copy.tar);
  yield await packed([{ name: manifestName, body: copy.manifest() }]);
}

export const packed = (entries: Entry[]): Promise<Uint8Array> =>
  packTar(
    entries.map(({ name, body }) => ({
      header: { name, size: Buffer.byteLength(body), mode: 0o600 },
      body,
    })),
  );

/** Holds back the closing blocks, so that the archive can go on. */
async function* withoutClosing(tar: Readable): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of tar as AsyncIterable<Buffer>) {
    const together = Buffer.concat([held, chunk]);
    const ready = Math.max(0, together.length - closingBytes);
    if (ready > 0) yield together.subarray(0, ready);
    held = together.subarray(ready);
  }
  if (held.length !== closingBytes || held.some((byte) => byte !== 0)) {
    throw new Error('PostgreSQL ended its archive without closing blocks');
  }
}
