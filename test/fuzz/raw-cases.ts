import type { Dice } from './dice.ts';
import type { WireRequest } from './draft.ts';
import type { RawCase } from './raw-exchange.ts';

type Made = Omit<RawCase, 'name' | 'answersMin' | 'answersMax'> & Partial<RawCase>;
type Make = (request: WireRequest, dice: Dice) => Made;

const crlf = '\r\n';
const bytes = (text: string) => Buffer.from(text, 'latin1');

function headLines({ headers }: WireRequest): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one.slice(0, 2000)}`),
  );
}

/** The request as text; `lines` stand after its own headers. */
function head(request: WireRequest, ...lines: string[]): string {
  const all = [`${request.method} ${request.target} HTTP/1.1`, 'Host: fuzz', ...headLines(request), ...lines];
  return `${all.join(crlf)}${crlf}${crlf}`;
}

const bodyOf = ({ body }: WireRequest) => body ?? Buffer.from('{}');
const whole = (request: WireRequest, ...lines: string[]): Buffer => {
  const body = bodyOf(request);
  return Buffer.concat([bytes(head(request, `Content-Length: ${body.length}`, ...lines)), body]);
};
const line =
  (text: string): Make =>
  () => ({ pieces: [bytes(`${text}${crlf}Host: fuzz${crlf}${crlf}`)] });
const withLines =
  (...choices: string[]): Make =>
  (request, dice) => ({
    pieces: [whole(request, dice.pick(choices))],
  });
const chunked =
  (text: string, more: Partial<RawCase> = {}): Make =>
  (request) => ({
    pieces: [bytes(head(request, 'Transfer-Encoding: chunked')), bytes(text)],
    ...more,
  });
const ofMethod =
  (method: string, more: Partial<RawCase> = {}): Make =>
  (request) => ({
    pieces: [whole({ ...request, method })],
    ...more,
  });

const requestLines: Readonly<Record<string, Make>> = {
  'no request': line('NOT HTTP AT ALL'),
  'a version that is none': line('GET / HTTP/9.9'),
  'HTTP/0.9': () => ({ pieces: [bytes(`GET /${crlf}${crlf}`)] }),
  'a method in small letters': line('get / HTTP/1.1'),
  'a NUL in the target': line('GET /\0 HTTP/1.1'),
  'spaces in the target': line('GET /a b c HTTP/1.1'),
  'bytes in the target': line('GET /\xff\xfe HTTP/1.1'),
  'an empty target': line('GET  HTTP/1.1'),
  'an absolute target': line('GET http://other.example/api/v1/health HTTP/1.1'),
  'a target with an authority': line('GET //other.example/api HTTP/1.1'),
  'a target that is a star': line('OPTIONS * HTTP/1.1'),
  'a target that can not be decoded': line('GET /api/v1/find/%c0%ae%zz HTTP/1.1'),
  'a long target': line(`GET /${'a'.repeat(20_000)} HTTP/1.1`),
  'a TLS greeting': () => ({ pieces: [Buffer.from('160301020001000001fc0303', 'hex'), Buffer.alloc(200)] }),
  'an HTTP/2 preface': () => ({ pieces: [bytes('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')] }),
  'bare line feeds': () => ({ pieces: [bytes('GET /api/v1/health HTTP/1.1\nHost: fuzz\n\n')] }),
};

const hostLines: Readonly<Record<string, Make>> = {
  'no Host': () => ({ pieces: [bytes(`GET /api/v1/health HTTP/1.1${crlf}${crlf}`)] }),
  'two Hosts': withLines('Host: other.example'),
  'an empty Host': () => ({ pieces: [bytes(`GET /api/v1/health HTTP/1.1${crlf}Host:${crlf}${crlf}`)] }),
  'an odd Host': () => ({ pieces: [bytes(`GET / HTTP/1.1${crlf}Host: a b/<x>@y:99999${crlf}${crlf}`)] }),
  'HTTP/1.0 without a Host': () => ({ pieces: [bytes(`GET /api/v1/health HTTP/1.0${crlf}${crlf}`)] }),
};

const headerLines: Readonly<Record<string, Make>> = {
  'an odd Expect': withLines('Expect: x', 'Expect: 100-continue, x', 'Expect:'),
  'Expect: 100-continue': withLines('Expect: 100-continue'),
  'an Upgrade': withLines('Connection: Upgrade\r\nUpgrade: websocket', 'Connection: Upgrade\r\nUpgrade: h2c'),
  'a header of 20,000 bytes': withLines(`x-long: ${'h'.repeat(20_000)}`),
  'a thousand headers': withLines(Array.from({ length: 1000 }, (_, at) => `x-${at}: 1`).join(crlf)),
  'a header without a name': withLines(': x'),
  'a header without a colon': withLines('nothing'),
  'a folded header': withLines('x-folded: a\r\n b'),
  'a space before the colon': withLines('x-spaced : a', 'Content-Type : text/plain'),
  'control bytes in a header': withLines('x-odd: \x01\x7f', 'x-odd: \0'),
  'a carriage return in a header': withLines('x-odd: a\rb'),
  'a prototype as a header': withLines('__proto__: x', 'constructor: x'),
  'Connection: close': withLines(
    'Connection: close',
    'Connection: keep-alive, close',
    'Connection: x-admin-secret',
  ),
};

const bodyLengths: Readonly<Record<string, Make>> = {
  'both a length and chunks': (request) => ({
    pieces: [whole(request, 'Transfer-Encoding: chunked'), bytes('0\r\n\r\n')],
  }),
  'two lengths': withLines('Content-Length: 1'),
  'a length that is no number': (request, dice) => ({
    pieces: [
      bytes(head(request, `Content-Length: ${dice.pick(['-1', '+1', '1e3', '0x1', '', '9'.repeat(40)])}`)),
    ],
  }),
  'a length below the body': (request) => ({
    pieces: [bytes(head(request, 'Content-Length: 1')), bodyOf(request), bytes(crlf + crlf)],
    answersMax: 2,
  }),
  'another transfer encoding': (request, dice) => ({
    pieces: [
      bytes(
        head(request, `Transfer-Encoding: ${dice.pick(['gzip', 'chunked, chunked', 'x', 'chunked;q=1'])}`),
      ),
      bytes('0\r\n\r\n'),
    ],
  }),
  chunks: (request) => {
    const body = bodyOf(request);
    const size = body.length.toString(16);
    return {
      pieces: [
        bytes(head(request, 'Transfer-Encoding: chunked')),
        bytes(`${size};a=b\r\n`),
        body,
        bytes('\r\n0\r\nx: y\r\n\r\n'),
      ],
    };
  },
  'a chunk size that is none': chunked('zz\r\n{}\r\n0\r\n\r\n'),
  'a negative chunk size': chunked('-1\r\n{}\r\n0\r\n\r\n'),
  'a chunk size without end': chunked(`${'f'.repeat(40)}\r\n{}`),
  'a chunk longer than its size': chunked('1\r\n{"a":1}\r\n0\r\n\r\n'),
  'a chunk extension without end': chunked(`2;${'e'.repeat(40_000)}`),
  'chunks without a body': chunked('0\r\n\r\n'),
};

const connections: Readonly<Record<string, Make>> = {
  'five requests at once': (request) => ({
    pieces: [Buffer.concat(Array(5).fill(whole(request)))],
    answersMax: 5,
  }),
  'a request behind a malformed one': (request) => ({
    pieces: [Buffer.concat([bytes(`X${crlf}${crlf}`), whole(request)])],
  }),
  'a slow body': (request) => {
    const all = whole(request);
    const step = Math.max(1, Math.ceil(all.length / 15));
    return { pieces: Array.from({ length: 15 }, (_, at) => all.subarray(at * step, (at + 1) * step)) };
  },
  'half a head and a hang-up': (request) => ({ pieces: [whole(request).subarray(0, 30)], hangsUp: true }),
  'half a body and a hang-up': (request) => ({
    pieces: [bytes(head(request, 'Content-Length: 1000')), bodyOf(request).subarray(0, 20)],
    hangsUp: true,
  }),
  'half a chunk and a hang-up': chunked('ff\r\n{"a', { hangsUp: true }),
  'a hang-up before the answer': (request) => ({ pieces: [whole(request)], hangsUp: true }),
  'nothing and a hang-up': () => ({ pieces: [Buffer.alloc(0)], hangsUp: true }),
};

const methods: Readonly<Record<string, Make>> = {
  HEAD: ofMethod('HEAD', { isHead: true }),
  OPTIONS: ofMethod('OPTIONS'),
  TRACE: ofMethod('TRACE'),
  PUT: ofMethod('PUT'),
  QUERY: ofMethod('QUERY'),
  PROPFIND: ofMethod('PROPFIND'),
  'a method of our own': ofMethod('FUZZ'),
  CONNECT: () => ({
    pieces: [bytes('CONNECT fuzz.example:443 HTTP/1.1\r\nHost: fuzz\r\n\r\n')],
    answersMin: 0,
  }),
};

const families = [requestLines, hostLines, headerLines, bodyLengths, connections, methods];

/** Something that no HTTP client would send, made of a good request. */
export function rawCase(request: WireRequest, dice: Dice): RawCase {
  const [name, make] = dice.pick(Object.entries(dice.pick(families)));
  return { name, answersMin: 1, answersMax: 1, ...make(request, dice) };
}
