import type { FastifyInstance } from 'fastify';

export interface CallsUnderWay {
  began(): void;
  ended(): void;
}

/** Keeps the server from closing before its calls: a caller that hangs up ends the connection, not what it asked for. */
export function callsUnderWay(server: FastifyInstance): CallsUnderWay {
  let count = 0;
  const { promise: allEnded, resolve } = Promise.withResolvers<void>();
  let isClosing = false;
  server.addHook('onClose', () => {
    isClosing = true;
    return count === 0 ? Promise.resolve() : allEnded;
  });
  return {
    began() {
      count += 1;
    },
    ended() {
      count -= 1;
      if (isClosing && count === 0) resolve();
    },
  };
}
