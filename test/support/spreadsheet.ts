import { crc32, deflateRawSync } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content: string | Buffer;
  /** The unpacked size that the archive declares, if it isn't the true one. */
  saidBytes?: number;
}

/** A ZIP archive (APPNOTE 6.3), as spreadsheets are. */
export function zipOf(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, saidBytes } of files) {
    const bytes = Buffer.from(content as string);
    const packed = deflateRawSync(bytes);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(saidBytes ?? bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const before = at;
    const local = [Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed];
    parts.push(...local);
    for (const { length } of local) at += length;
    const place = Buffer.alloc(14);
    place.writeUInt32LE(before, 10);
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, Buffer.from(name));
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';

const relations = (all: readonly [type: string, target: string][]): string =>
  `<Relationships xmlns="${packaged}">${all
    .map(
      ([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

export interface SpreadsheetParts {
  sheet: string;
  shared?: string;
  styles?: string;
  workbook?: string;
}

/** The parts of a spreadsheet with the markup of its first sheet's rows. */
export const spreadsheetFiles = ({
  sheet,
  shared = '',
  styles = '',
  workbook,
}: SpreadsheetParts): ZippedFile[] => [
  { name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
  {
    name: 'xl/workbook.xml',
    content: `<?xml version="1.0"?><workbook xmlns="${main}" xmlns:r="${office}">${
      workbook ??
      '<sheets><sheet name="Notes" sheetId="2" state="hidden" r:id="rId2"/><sheet name="People" sheetId="1" r:id="rId1"/></sheets>'
    }</workbook>`,
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['worksheet', '/xl/worksheets/sheet2.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', 'styles.xml'],
    ]),
  },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  },
  { name: 'xl/worksheets/sheet2.xml', content: '<worksheet><sheetData/></worksheet>' },
  { name: 'xl/sharedStrings.xml', content: `<sst xmlns="${main}">${shared}</sst>` },
  { name: 'xl/styles.xml', content: `<styleSheet xmlns="${main}">${styles}</styleSheet>` },
];

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A spreadsheet of these texts. */
export const spreadsheetOf = (rows: readonly (readonly string[])[]): Buffer =>
  zipOf(
    spreadsheetFiles({
      sheet: rows
        .map(
          (cells) =>
            `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')}</row>`,
        )
        .join(''),
    }),
  );
