import type { FastifyInstance } from 'fastify';

export type UntilEnd = <Result>(call: Promise<Result>) => Promise<Result>;

/** Keeps the server from closing before its calls: a caller that hangs up ends the connection, not what it asked for. */
export function callsUnderWay(server: FastifyInstance): UntilEnd {
  const calls = new Set<Promise<unknown>>();
  server.addHook('onClose', async () => void (await Promise.allSettled(calls)));
  return (call) => {
    calls.add(call);
    const ended = () => calls.delete(call);
    call.then(ended, ended);
    return call;
  };
}
