import type { Readable } from 'node:stream';
import { Parser } from 'htmlparser2';
import { type Entry, fromBufferPromise } from 'yauzl';
import { FileRefused } from '../file-refused.ts';

/** A workbook has a few dozen files. */
const entriesMax = 10_000;

export async function openArchive(bytes: Buffer) {
  const entries = new Map<string, Entry>();
  const zip = await unlessDamaged(async () => {
    const opened = await fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of opened.eachEntry()) {
      if (entries.size === entriesMax)
        throw new FileRefused(
          'not_text',
          'The spreadsheet has more than 10,000 parts. Save it as "CSV UTF-8".',
        );
      entries.set(entry.fileName, entry);
    }
    return opened;
  });
  /** The unpacked bytes. Throws `FileRefused` where there are more than `bytesMax`, whatever the archive says. */
  async function* read(path: string, bytesMax: number): AsyncGenerator<Buffer> {
    const entry = entries.get(path)!;
    if (entry.uncompressedSize > bytesMax) throw tooLarge(bytesMax);
    const stream: Readable = await unlessDamaged(() => zip.openReadStreamPromise(entry));
    let read = 0;
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        read += chunk.length;
        if (read > bytesMax) throw tooLarge(bytesMax);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof FileRefused ? error : damaged();
    }
  }
  return {
    has: (path: string): boolean => entries.has(path),
    read,
    /** Says what the archive is if not a spreadsheet. */
    refused: () => refusalOf([...entries.keys()]),
  };
}

export type Archive = Awaited<ReturnType<typeof openArchive>>;

async function unlessDamaged<Value>(act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    throw error instanceof FileRefused ? error : damaged();
  }
}

const damaged = () =>
  new FileRefused('not_text', 'The spreadsheet is damaged. Open it, save it again as .xlsx, and send that.');

const tooLarge = (bytesMax: number) =>
  new FileRefused(
    'too_large',
    `A part of the spreadsheet has more than ${Math.round(bytesMax / 1024 ** 2)} MiB when it is unpacked. Save it as "CSV UTF-8".`,
  );

const others: readonly [file: RegExp, is: string][] = [
  [/^word\//, 'a Word document'],
  [/^ppt\//, 'a PowerPoint presentation'],
  [/^Index\/.*\.iwa$|^Index\.zip$/, 'a Numbers, Pages or Keynote document'],
  [/^content\.xml$/, 'an OpenDocument file (.ods or .odt)'],
  [/^xl\/workbook\.bin$/, 'a binary Excel spreadsheet (.xlsb)'],
];

function refusalOf(files: readonly string[]): FileRefused {
  const found = others.find(([form]) => files.some((file) => form.test(file)));
  const sentence = found
    ? `The file is ${found[1]}. Save the table as .xlsx or "CSV UTF-8", and send that.`
    : 'The file is a ZIP archive. Unpack it, and send the file that is in it.';
  return new FileRefused('not_text', sentence);
}

export type Attributes = Readonly<Record<string, string | undefined>>;

export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  text?(piece: string): void;
  close?(name: string): void;
}

/** A worksheet has six. */
const depthMax = 64;

/**
 * Reads a part of a spreadsheet, and yields after each piece. Names come without their prefix. Declarations of entities are passed
 * over: only those of XML itself are known.
 */
export async function* readXml(
  archive: Archive,
  path: string,
  bytesMax: number,
  reader: XmlReader,
): AsyncGenerator<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > depthMax)
          throw new FileRefused('not_text', 'The spreadsheet is damaged: its elements are nested too deep.');
        reader.open(localName(name), attributes);
      },
      ontext: (piece) => reader.text?.(piece),
      onclosetag(name) {
        depth -= 1;
        reader.close?.(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder();
  for await (const chunk of archive.read(path, bytesMax)) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield;
  }
  parser.end();
  yield;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** A list of sheets or styles. */
const smallBytesMax = 8 * 1024 ** 2;

/** The elements with these names in a small part. */
export async function elementsOf(
  archive: Archive,
  path: string,
  names: readonly string[],
): Promise<{ name: string; attributes: Attributes }[]> {
  const found: { name: string; attributes: Attributes }[] = [];
  const reading = readXml(archive, path, smallBytesMax, {
    open(name, attributes) {
      if (!names.includes(name)) return;
      found.push({
        name,
        attributes: Object.fromEntries(
          Object.entries(attributes).map(([key, value]) => [localName(key), value]),
        ),
      });
    },
  });
  for await (const _ of reading);
  return found;
}
