/** Asks one question after the other over a connection that stays open, and times each answer. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Request } from '../load.ts';

export interface TimedAnswer {
  ms: number;
  /** Head and body, as they came. */
  text: string;
}

export interface Line extends Disposable {
  ask(request: Request): Promise<TimedAnswer>;
}

export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  await once(socket, 'connect');
  socket.setEncoding('latin1');
  return {
    ask: (request) => askOnce(socket, bytesOf(request, hostname)),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

function askOnce(socket: Socket, bytes: Buffer): Promise<TimedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<TimedAnswer>();
  let text = '';
  const read = (chunk: string) => {
    text += chunk;
    if (isWhole(text)) resolve({ ms: performance.now() - startedMs, text });
  };
  const ended = () => reject(new Error(`the connection ended after ${JSON.stringify(text.slice(0, 200))}`));
  socket.on('data', read).once('close', ended);
  const startedMs = performance.now();
  socket.write(bytes);
  return promise.finally(() => socket.off('data', read).off('close', ended));
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length);
}

function bytesOf({ method = 'POST', path, headers = {}, body }: Request, host: string): Buffer {
  const text = body ? JSON.stringify(body) : '';
  const all = {
    host,
    ...(body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`);
}
