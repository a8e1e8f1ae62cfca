/** Asks one question after the other over a connection that stays open, and times each answer. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { bytesOf, type Request } from '../load.ts';

export interface TimedAnswer {
  ms: number;
  /** Head and body, as they came. */
  text: string;
}

export interface Line extends Disposable {
  ask(request: Request): Promise<TimedAnswer>;
}

/** Connects again when the service has closed the connection, which it may do between two answers. */
export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url);
  const connected = async () => {
    const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    await once(socket, 'connect');
    return socket;
  };
  let socket = await connected();
  return {
    async ask(request) {
      const bytes = bytesOf(request, hostname);
      const answer = socket.readyState === 'open' ? await askOnce(socket, bytes) : null;
      if (answer) return answer;
      socket.destroy();
      socket = await connected();
      return (await askOnce(socket, bytes)) ?? assert.fail('the service hangs up');
    },
    [Symbol.dispose]: () => void socket.destroy(),
  };
}

/** Null if the connection ends without a whole answer. */
function askOnce(socket: Socket, bytes: Buffer): Promise<TimedAnswer | null> {
  const { promise, resolve } = Promise.withResolvers<TimedAnswer | null>();
  let text = '';
  const read = (chunk: string) => {
    text += chunk;
    if (isWhole(text)) resolve({ ms: performance.now() - startedMs, text });
  };
  const ended = () => resolve(null);
  socket.on('data', read).once('close', ended).once('error', ended);
  const startedMs = performance.now();
  socket.write(bytes);
  return promise.finally(() => socket.off('data', read).off('close', ended).off('error', ended));
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= end + 4 + Number(length);
}
