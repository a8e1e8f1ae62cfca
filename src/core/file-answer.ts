import type { Readable } from 'node:stream';
import Type from 'typebox';

/** An answer that is a file: text, bytes or a stream. Browsers save it under its name. */
export class FileAnswer {
  readonly name: string;
  readonly contentType: string;
  readonly body: string | Buffer | Readable;

  constructor(name: string, contentType: string, body: string | Buffer | Readable) {
    this.name = name;
    this.contentType = contentType;
    this.body = body;
  }
}

/** The output of an operation that answers with a file. */
export const FileOutput = Type.Unsafe<FileAnswer>(Type.String({ format: 'binary' }));
