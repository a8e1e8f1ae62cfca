import { Parser } from 'htmlparser2';
import { FileRefused } from '../file-refused.ts';
import type { Archive } from './archive.ts';

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
