import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';

/** A connection between a process and its database that can fail in two ways. */
export interface DatabaseLine extends AsyncDisposable {
  /** The database's address through this connection. */
  url: string;
  /** From now on all data is lost, and neither end notices. */
  freeze(): void;
  thaw(): void;
  /** Closes both ends. New connections fail until it is mended. */
  cut(): void;
  mend(): void;
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const url = new URL(databaseUrl);
  const host = decodeURIComponent(url.hostname);
  const port = Number(url.port || 5432);
  const ends = new Set<Socket>();
  let isFrozen = false;
  let isCut = false;

  const relay = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = host.startsWith('/')
      ? createConnection(`${host}/.s.PGSQL.${port}`)
      : createConnection(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => isFrozen || to.write(bytes));
      from.on('error', () => {});
      from.on('close', () => {
        ends.delete(from);
        to.destroy();
      });
    }
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  url.host = `127.0.0.1:${(relay.address() as { port: number }).port}`;

  const breakOff = () => {
    for (const end of ends) end.destroy();
  };
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
    },
    thaw() {
      isFrozen = false;
    },
    cut() {
      isCut = true;
      breakOff();
    },
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      breakOff();
      relay.close();
      await once(relay, 'close');
    },
  };
}
