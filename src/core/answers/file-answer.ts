import type { Readable } from 'node:stream';
import Type from 'typebox';

/** An answer that is a file: text, bytes or a stream. Browsers save it under its name. */
export class FileAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly body: string | Buffer | Readable;

  constructor(name: string, contentType: string, body: string | Buffer | Readable) {
    this.name = safeName(name);
    this.contentType = contentType;
    this.body = body;
  }
}

/** Windows keeps these for devices, whatever follows the dot. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A name that is no path, is shown as it is stored, and may be used on every system. */
const safeName = (name: string): string =>
  name
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/^[\s.-]+|[\s.]+$/g, '')
    .replace(reserved, '_$&');

/** The output of an operation that answers with a file. */
export const FileOutput = Type.Unsafe<FileAnswer>(Type.String({ format: 'binary' }));
