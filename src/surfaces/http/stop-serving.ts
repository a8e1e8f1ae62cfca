import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { type Socket, Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Takes no new connections. Every answer from now on ends its connection, and connections that stay idle are closed after
     * a moment. Resolves then; `close` waits for the requests in progress.
     */
    stopServing(): Promise<void>;
  }
}

/**
 * A proxy that sends a request on an idle connection while we close it gets no answer, and may not repeat a POST. Under load
 * it uses its connections up within this time, each with an answer that ends it.
 */
const idleMs = 500;
const lookEveryMs = 200;
/** As many connections as the system keeps waiting for a process (the default `backlog` of `listen`). */
const waitingMax = 511;
/** Connections that are still open then are cut, so that the process ends well before its time is over. */
const openMsMax = 10_000;

interface ClosingAnswers {
  /** For the server's option of that name. Made for every request: a hook would cost more. */
  Response: typeof ServerResponse;
  begin(): void;
}

/** Answers that end their connection once `begin` is called, whenever their request came. */
export function closingAnswers(): ClosingAnswers {
  let isClosing = false;
  class Response extends ServerResponse {
    override writeHead(status: number, ...rest: unknown[]): this {
      if (isClosing) this.setHeader('Connection', 'close');
      return super.writeHead(status, ...(rest as []));
    }
  }
  return {
    Response: Response as typeof ServerResponse,
    begin() {
      isClosing = true;
    },
  };
}

export function addStop(server: FastifyInstance, answers: ClosingAnswers): void {
  const http = server.server;
  const open = new Set<Socket>();
  let taken = 0;
  http.on('connection', (socket: Socket) => {
    taken += 1;
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const closeIdle = () => {
    http.closeIdleConnections();
    // Node takes a connection that has sent nothing yet for a request that is arriving.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };

  /** Node takes one waiting connection per turn of its loop. Closing the port would reset the others, with their requests. */
  const takeWaiting = async () => {
    await nextTurn();
    for (let turn = 0, before = -1; turn < waitingMax && before !== taken; turn += 1) {
      before = taken;
      await nextTurn();
    }
  };

  server.decorate('stopServing', async () => {
    if (http.listening) await takeWaiting();
    answers.begin();
    if (!http.listening) return;
    const closed = once(http, 'close');
    // Node's own `close` ends idle connections too.
    TcpServer.prototype.close.call(http);
    await Promise.race([closed, sleep(idleMs)]);
    closeIdle();
    const looking = setInterval(closeIdle, lookEveryMs);
    const cutting = setTimeout(() => http.closeAllConnections(), openMsMax - idleMs);
    void closed.then(() => {
      clearInterval(looking);
      clearTimeout(cutting);
    });
  });
}
