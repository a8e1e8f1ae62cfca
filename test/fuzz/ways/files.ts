import { gzipSync } from 'node:zlib';
import { spreadsheetOf, zipOf } from '#test/support/spreadsheet.ts';
import type { Dice } from '../dice.ts';
import type { Endpoint } from '../document.ts';
import { hostileText } from '../hostile-texts.ts';
import type { FuzzRequest } from '../request.ts';
import { sampleTable } from '../sample-table.ts';
import type { Sender, Way } from './way.ts';

/** A person who sends files: to jobs, and to the directory. */
export function filesWay(sender: Sender): Way {
  const endpoints = sender.made.document.endpoints.filter(takesFiles);
  return {
    opening: [],
    request(dice) {
      const endpoint = dice.pick(endpoints);
      const request = sender.fresh(dice, endpoint);
      const [name, make] = dice.pick(Object.entries(dice.chance(0.05) ? largeFiles : files));
      const type = dice.chance(0.7) ? dice.pick([...endpoint.bodies.keys()].filter(isFile)) : null;
      return withFile(request, { name, bytes: make(dice), type });
    },
  };
}

const isFile = (type: string) => type !== 'application/json' && type !== 'application/x-www-form-urlencoded';
const takesFiles = ({ bodies }: Endpoint): boolean => [...bodies.keys()].some(isFile);

function withFile(
  request: FuzzRequest,
  { name, bytes, type }: { name: string; bytes: Buffer; type: string | null },
): FuzzRequest {
  const headers = { ...request.wire.headers, ...(type === null ? {} : { 'content-type': type }) };
  return { ...request, what: `${request.what}, ${name}`, wire: { ...request.wire, headers, body: bytes } };
}

const table = (dice: Dice): string => sampleTable('text/csv', dice);
const head = 'profile_url,full_name,email,phone\n';
const rows = (count: number, dice: Dice): string =>
  Array.from({ length: count }, (_, at) => `github.com/no-match-${dice.below(1000)}-${at},No Match,,\n`).join(
    '',
  );
const text = (make: (dice: Dice) => string) => (dice: Dice) => Buffer.from(make(dice));

/** Cells as a spreadsheet; hostile texts without what XML can't say. */
const sheet = (dice: Dice): Buffer =>
  spreadsheetOf(
    table(dice)
      .split('\n')
      .map((line) => line.split(',').map((cell) => cell.replace(/[^\x20-\x7e]/g, ''))),
  );

function cut(bytes: Buffer, dice: Dice): Buffer {
  return bytes.subarray(0, dice.below(bytes.length + 1));
}

function flipped(bytes: Buffer, dice: Dice): Buffer {
  const copy = Buffer.from(bytes);
  for (let times = 1 + dice.below(8); times > 0 && copy.length > 0; times -= 1)
    copy[dice.below(copy.length)] = dice.below(256);
  return copy;
}

const bomb = (megabytes: number) => Buffer.alloc(megabytes * 2 ** 20, 'profile_url\n');
/** Made once: packing them takes longer than sending them. */
const packedOnce = (make: () => Buffer): (() => Buffer) => {
  let made: Buffer | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
const gzipBomb = packedOnce(() => gzipSync(bomb(64)));
const zipBomb = packedOnce(() =>
  zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/worksheets/sheet1.xml', content: bomb(64) },
  ]),
);

type Files = Readonly<Record<string, (dice: Dice) => Buffer>>;

const files: Files = {
  'a plain file': text(table),
  'an empty file': () => Buffer.alloc(0),
  'a head alone': text(() => head),
  'line ends of old machines': text((dice) => table(dice).replaceAll('\n', '\r')),
  semicolons: text((dice) => table(dice).replaceAll(',', ';')),
  'UTF-16 with its mark': (dice) => Buffer.from(`\ufeff${table(dice)}`, 'utf16le'),
  'UTF-16 without its mark': (dice) => Buffer.from(table(dice), 'utf16le'),
  'UTF-16 the other way round': (dice) => Buffer.from(`\ufeff${table(dice)}`, 'utf16le').swap16(),
  'UTF-16 that is cut off': (dice) => Buffer.concat([Buffer.from(table(dice), 'utf16le'), Buffer.from('x')]),
  'bytes that are no UTF-8': (dice) => flipped(Buffer.from(table(dice)), dice),
  'Latin-1': (dice) =>
    Buffer.from(`profile_url,name\ngithub.com/no-match-1,${'é'.repeat(9)}\n${dice.below(9)}`, 'latin1'),
  'a NUL in each line': text((dice) => table(dice).replaceAll('\n', '\0\n')),
  'a quote without end': text((dice) => `${head}"${table(dice)}`),
  'the same column again and again': text(
    () => `${'profile_url,'.repeat(200)}\n${'github.com/no-match-2,'.repeat(200)}\n`,
  ),
  'a hostile head': text(
    (dice) => `${hostileText(dice).slice(0, 2000)},profile_url\n1,github.com/no-match-3\n`,
  ),
  formulas: text(() => `${head}github.com/no-match-4,=cmd|' /C x'!A0,@x,-1\n`),
  'lines of JSON': text((dice) => sampleTable('application/x-ndjson', dice)),
  'a list of JSON': text((dice) => `[${sampleTable('application/x-ndjson', dice).split('\n').join()}]`),
  'a visiting card': text(
    (dice) =>
      `BEGIN:VCARD\nVERSION:3.0\nFN:${hostileText(dice).slice(0, 300)}\nURL:https://github.com/no-match-5\nEND:VCARD\n`,
  ),
  'a spreadsheet': sheet,
  'half a spreadsheet': (dice) => cut(sheet(dice), dice),
  'a damaged spreadsheet': (dice) => flipped(sheet(dice), dice),
  'an archive that is no spreadsheet': (dice) => zipOf([{ name: 'readme.txt', content: table(dice) }]),
  'an archive that lies about its sizes': (dice) =>
    zipOf([
      { name: 'xl/worksheets/sheet1.xml', content: table(dice), saidBytes: dice.pick([0, 5, 2 ** 31]) },
    ]),
  'the beginning of an archive': text((dice) => `PK\x03\x04${hostileText(dice)}`),
  'a packed file': (dice) => gzipSync(table(dice)),
  'a packed file that is cut off': (dice) => cut(gzipSync(table(dice)), dice),
  'a damaged packed file': (dice) => flipped(gzipSync(table(dice)), dice),
  'a file packed three times': (dice) => gzipSync(gzipSync(gzipSync(table(dice)))),
  'random bytes': (dice) => Buffer.from(Array.from({ length: 300 }, () => dice.below(256))),
};

/** These cost the service, and us, as much as dozens of others. */
const largeFiles: Files = {
  'quotes only': text((dice) => '"'.repeat(dice.pick([1, 2, 999, 200_000]))),
  'a row of a megabyte': text(
    (dice) => `${head}github.com/no-match-1,${'x'.repeat(dice.pick([70_000, 1_000_000]))},,\n`,
  ),
  'thousands of columns': text(
    (dice) =>
      `${Array.from({ length: dice.pick([300, 20_000]) }, (_, at) => `c${at}`).join()}\n${','.repeat(300)}\n`,
  ),
  'as many rows as allowed': text((dice) => head + rows(dice.pick([999, 1000]), dice)),
  'more rows than allowed': text((dice) => head + rows(dice.pick([10_001]), dice)),
  'blank lines': text((dice) => `\n\n\n${table(dice)}${'\n'.repeat(5000)}`),
  'cards in cards': text(() => 'BEGIN:VCARD\n'.repeat(3000)),
  'an archive of thousands of files': packedOnce(() =>
    zipOf(Array.from({ length: 3000 }, (_, at) => ({ name: `xl/${at}.xml`, content: 'x' }))),
  ),
  'an archive that bursts': zipBomb,
  'a packed file that bursts': gzipBomb,
};
