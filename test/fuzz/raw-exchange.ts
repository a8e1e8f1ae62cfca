import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { hangMs, type WireAnswer } from './exchange.ts';

/** Bytes for a connection of their own, which need not be HTTP. */
export interface RawCase {
  name: string;
  /** Sent one after the other, with a moment between them. */
  pieces: Buffer[];
  /** How many answers may come; what is more than the least is waited for only a moment. */
  answersMin: number;
  answersMax: number;
  /** Hang up after the last piece instead of waiting for an answer. */
  hangsUp?: boolean;
  /** Whether the answers are those to HEAD, which have no body. */
  isHead?: boolean;
}

const pauseMs = 3;
const furtherAnswerMs = 100;

/** Sends the pieces and gives every answer that came. Throws when the server keeps silent, or sends what is not HTTP. */
export async function sendRaw(url: URL, raw: RawCase): Promise<WireAnswer[]> {
  const socket = connect({ host: url.hostname, port: Number(url.port), noDelay: true });
  const answers = answersOn(socket, raw);
  // It is awaited only when everything has been sent.
  answers.catch(() => {});
  try {
    for (const piece of raw.pieces) {
      if (socket.writable) socket.write(piece);
      await pause(pauseMs);
    }
    return raw.hangsUp ? [] : await answers;
  } finally {
    socket.destroy();
  }
}

function answersOn(socket: Socket, { answersMin, answersMax, isHead }: RawCase): Promise<WireAnswer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer[]>();
  let received = '';
  let broken: Error | null = null;
  const settle = (isOver: boolean) => {
    try {
      const answers = readAnswers(received, isHead);
      if (answers.length >= answersMax || (isOver && answers.length >= answersMin)) resolve(answers);
      else if (isOver) throw broken ?? new Error(`${answers.length} answers came instead of ${answersMin}`);
      else if (answers.length >= answersMin) setTimeout(settle, furtherAnswerMs, true);
    } catch (error) {
      reject(error);
    }
  };
  const timer = setTimeout(() => reject(new Error(`no answer within ${hangMs / 1000} s`)), hangMs);
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
    settle(false);
  });
  socket.on('error', (error) => {
    broken = error;
  });
  socket.on('close', () => {
    clearTimeout(timer);
    settle(true);
  });
  return promise;
}

/** The whole answers in what was received so far, without `100 Continue`. */
export function readAnswers(text: string, isHead = false): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = text;
  for (;;) {
    const headEnd = rest.indexOf('\r\n\r\n');
    if (headEnd < 0) return answers;
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (!status) throw new Error(`what came back is not HTTP: ${JSON.stringify(rest.slice(0, 80))}`);
    const headers = Object.fromEntries(lines.map(header));
    rest = rest.slice(headEnd + 4);
    if (status < 200) continue;
    const body = isHead ? { text: '', length: 0 } : readBody(rest, headers);
    if (!body) return answers;
    rest = rest.slice(body.length);
    answers.push({ status, headers, body: Buffer.from(body.text, 'latin1').toString() });
  }
}

function header(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** Null while it isn't whole. `length` counts what it took on the wire. */
function readBody(text: string, headers: Record<string, string>): { text: string; length: number } | null {
  if (headers['transfer-encoding'] === 'chunked') return readChunks(text);
  const length = Number(headers['content-length'] ?? 0);
  return text.length < length ? null : { text: text.slice(0, length), length };
}

function readChunks(text: string): { text: string; length: number } | null {
  let at = 0;
  let body = '';
  for (;;) {
    const lineEnd = text.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    const end = lineEnd + 2 + size + 2;
    if (text.length < end) return null;
    body += text.slice(lineEnd + 2, end - 2);
    at = end;
    if (size === 0) return { text: body, length: at };
  }
}
