import { type AddressInfo, connect } from 'node:net';
import type { TestService } from './service.ts';

export interface Problem {
  status: number;
  code: string;
  detail: string;
  request_id: string;
}

/** Listens on a free port. `connection` opens a connection and writes raw bytes to it. */
export async function listening(service: { app: Pick<TestService['app'], 'server'> }) {
  const { server } = service.app.server;
  await service.app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;

  const connection = (sent: string) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const closed = Promise.withResolvers<void>();
    const waiting = new Set<() => void>();
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
      for (const look of waiting) look();
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      closed.resolve();
      for (const look of waiting) look();
    });
    socket.write(sent);

    /** Returns the received text once it matches, or all of it if the connection closed first. */
    const until = (form: RegExp) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const look = () => {
        if (!form.test(received) && !socket.destroyed) return;
        waiting.delete(look);
        resolve(received);
      };
      waiting.add(look);
      look();
      return promise;
    };
    /** The first response. The connection may stay open. */
    const answer = async () => {
      const [head, body] = (await until(/\r\n\r\n\{.*\}/s)).split('\r\n\r\n') as [string, string];
      return { head, problem: JSON.parse(body) as Problem };
    };
    return { socket, until, answer, closed: closed.promise };
  };
  return { server, connection };
}

export type Connection = ReturnType<Awaited<ReturnType<typeof listening>>['connection']>;
