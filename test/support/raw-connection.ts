import { type AddressInfo, connect } from 'node:net';
import type { TestService } from './service.ts';

export interface Problem {
  status: number;
  code: string;
  detail: string;
  request_id: string;
}

/** Starts to listen on a free port; `connection` opens one and writes to it, byte for byte. */
export async function listening(service: TestService) {
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

    /** What has come once it fits, or all there was when the connection closed. */
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
    /** The first answer, which need not be the end of the connection. */
    const answer = async () => {
      const [head, body] = (await until(/\r\n\r\n\{.*\}/s)).split('\r\n\r\n') as [string, string];
      return { head, problem: JSON.parse(body) as Problem };
    };
    return { socket, until, answer, closed: closed.promise };
  };
  return { server, connection };
}

export type Connection = ReturnType<Awaited<ReturnType<typeof listening>>['connection']>;
