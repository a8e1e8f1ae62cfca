import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './charset.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const mark = (...bytes: number[]) => Buffer.from(bytes);

const cases: [string, Uint8Array, string, string][] = [
  ['UTF-8 is the default', Buffer.from('Grüße'), 'text/html', 'Grüße'],
  ['invalid UTF-8 is read as windows-1252', latin('Gr\xfc\xdfe \x80'), 'text/html', 'Grüße €'],
  ['the header names the charset', latin('\xcf\xf0\xe8'), 'text/html; charset="windows-1251"', 'При'],
  [
    'the header wins over the page',
    latin('<meta charset=utf-8>\xe9'),
    'text/html;charset=iso-8859-1',
    '<meta charset=utf-8>é',
  ],
  [
    'the page names its charset',
    latin('<meta charset="iso-8859-2">\xb1'),
    'text/html',
    '<meta charset="iso-8859-2">ą',
  ],
  [
    'the page names it in the old way',
    latin('<meta http-equiv=content-type content="text/html; charset=koi8-r">\xf0'),
    'text/html',
    '<meta http-equiv=content-type content="text/html; charset=koi8-r">П',
  ],
  [
    'an XML declaration names it',
    latin('<?xml version="1.0" encoding="ISO-8859-1"?>\xe9'),
    'text/xml',
    '<?xml version="1.0" encoding="ISO-8859-1"?>é',
  ],
  [
    'a mark wins over the header',
    Buffer.concat([mark(0xef, 0xbb, 0xbf), Buffer.from('é')]),
    'text/html; charset=koi8-r',
    'é',
  ],
  [
    'UTF-16 little end first',
    Buffer.concat([mark(0xff, 0xfe), Buffer.from('é', 'utf16le')]),
    'text/html',
    'é',
  ],
  ['UTF-16 big-endian', mark(0xfe, 0xff, 0x00, 0xe9), 'text/html', 'é'],
  ['an unknown charset is ignored', Buffer.from('é'), 'text/html; charset=nonsense', 'é'],
  [
    'a page that can be read is not UTF-16',
    Buffer.from('<meta charset=utf-16>é'),
    'text/html',
    '<meta charset=utf-16>é',
  ],
  ['invalid bytes are replaced', latin('a\xff'), 'text/html; charset=utf-8', 'a\ufffd'],
  ['an empty body is an empty text', mark(), '', ''],
];

for (const [promise, body, contentType, text] of cases) {
  test(promise, () => assert.equal(decodeText(body, contentType), text));
}
