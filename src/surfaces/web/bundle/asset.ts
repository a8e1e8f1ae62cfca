import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A script or style, compressed once for all browsers. */
export interface Asset {
  type: string;
  /** The encoding that was chosen, and the bytes in it. */
  encodedFor(acceptEncoding: string): { encoding: Encoding | null; bytes: Promise<Buffer> };
}

const encoders = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};
type Encoding = keyof typeof encoders;

export function assetOf(type: string, bytes: Buffer): Asset {
  const kept = new Map<Encoding, Promise<Buffer>>();
  return {
    type,
    encodedFor(acceptEncoding) {
      const encoding = chosenEncoding(acceptEncoding);
      if (!encoding) return { encoding, bytes: Promise.resolve(bytes) };
      const encoded = kept.get(encoding) ?? encoders[encoding](bytes);
      kept.set(encoding, encoded);
      return { encoding, bytes: encoded };
    },
  };
}

/** Browsers list what they accept without weights. A weight other than 1 means no. */
function chosenEncoding(accepted: string): Encoding | null {
  const names = accepted.toLowerCase().split(/\s*,\s*/);
  if (names.includes('br')) return 'br';
  return names.includes('gzip') ? 'gzip' : null;
}
