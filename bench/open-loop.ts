/** Sends requests at a steady rate, whether or not the ones before are answered, over connections that stay open. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { bytesOf, type Request } from './load.ts';

export interface OpenLoad {
  url: string;
  connections: number;
  perSecond: number;
  seconds: number;
  /** The n-th of the requests that are sent in turns. */
  request(n: number): Request;
  requests: number;
}

export interface Latencies {
  answers: number;
  /** Microseconds from the time at which a request was due. One that waited for a connection waited for the service. */
  histogram: RecordableHistogram;
}

/** Fails when an answer is not 200. */
export async function openLoad({
  url,
  connections,
  perSecond,
  seconds,
  ...given
}: OpenLoad): Promise<Latencies> {
  const { hostname, port } = new URL(url);
  const texts = Array.from({ length: given.requests }, (_, n) => bytesOf(given.request(n), hostname));
  const histogram = createHistogram();
  const idle: Line[] = [];
  const late: number[] = [];
  let answers = 0;
  let sent = 0;
  let fault: string | null = null;
  const send = (line: Line, dueMs: number) => {
    line.dueMs = dueMs;
    line.socket.write(texts[sent++ % texts.length]!);
  };
  const answered = (line: Line, status: string) => {
    if (status !== '200') fault ??= status;
    answers += 1;
    histogram.record(Math.max(1, Math.round((performance.now() - line.dueMs) * 1000)));
    const next = late.shift();
    if (next === undefined) idle.push(line);
    else send(line, next);
  };
  for (let at = 0; at < connections; at += 1) {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    await once(socket, 'connect');
    const line: Line = { socket, dueMs: 0 };
    readAnswers(socket, (status) => answered(line, status));
    idle.push(line);
  }
  const startMs = performance.now();
  const total = Math.round(perSecond * seconds);
  for (let due = 0; due < total && fault === null; ) {
    const nowMs = performance.now();
    for (; due < total && startMs + (due * 1000) / perSecond <= nowMs; due += 1) {
      const dueMs = startMs + (due * 1000) / perSecond;
      // The one that rested longest, so that the service closes none for being idle.
      const line = idle.shift();
      if (line) send(line, dueMs);
      else late.push(dueMs);
    }
    await sleep(1);
  }
  while (answers < total && fault === null) await sleep(5);
  for (const { socket } of idle) socket.destroy();
  if (fault !== null) throw new Error(`an answer was ${fault}, not 200`);
  return { answers, histogram };
}

interface Line {
  socket: Socket;
  /** When the request that it carries was due. */
  dueMs: number;
}

/** Answers with a length, one at a time. */
function readAnswers(socket: Socket, onAnswer: (status: string) => void): void {
  let pending = '';
  // One character a byte, so that lengths are bytes.
  socket.setEncoding('latin1').on('data', (text: string) => {
    pending += text;
    const end = pending.indexOf('\r\n\r\n');
    if (end === -1) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(pending)?.[1]);
    if (pending.length < end + 4 + length) return;
    const status = pending.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3);
    pending = pending.slice(end + 4 + length);
    onAnswer(status);
  });
}
