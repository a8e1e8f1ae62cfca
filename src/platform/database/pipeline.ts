import pg from 'pg';
import type { Log } from '#core/context.ts';
import { connectionConfig, statementTimeoutMs } from './pools.ts';

/** A connection is closed after this long without a statement, as those of a pool are: a firewall may have forgotten it by then. */
const idleMsMax = 10_000;
/** By then the server has ended the statement. If no answer has come, none will: the network has dropped the connection unnoticed. */
const answerMsMax = statementTimeoutMs + 5_000;

export interface Pipeline {
  query<Row>(statement: pg.QueryConfig): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
}

/**
 * One connection for statements that come one after another. A statement is written to it at once, where a pool waits until
 * everything that can run has run, so the server works on it while the answers to the last one are sent. A lost connection is logged,
 * fails what is under way, and is opened again for the next statement.
 */
export function openPipeline(
  target: pg.ClientConfig | string,
  log: Log,
  { idleMs = idleMsMax, answerMs = answerMsMax } = {},
): Pipeline {
  let open: pg.Client | null = null;
  let opening: Promise<pg.Client> | null = null;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...connectionConfig(target), pipeline: true, query_timeout: answerMs });
    const forget = () => {
      if (open === client) open = null;
    };
    client.on('error', (cause) => {
      if (open === client) log.warn({ err: cause }, 'Lost a database connection');
      forget();
    });
    client.on('end', forget);
    await client.connect();
    open = client;
    return client;
  }

  async function close(): Promise<void> {
    clearTimeout(idle);
    idle = undefined;
    const client = open ?? (await opening?.catch(() => null));
    open = null;
    await client?.end();
  }

  function ended(): void {
    underWay -= 1;
    if (underWay > 0) return;
    if (idle) idle.refresh();
    else idle = setTimeout(() => underWay === 0 && void close(), idleMs).unref();
  }

  /** With a callback: the driver's own promise keeps rows in memory until the next major collection. */
  const ask = <Row>(client: pg.Client, statement: pg.QueryConfig) =>
    new Promise<{ rows: Row[] }>((resolve, reject) => {
      client.query(statement, (error, result) => {
        ended();
        if (error) reject(error);
        else resolve(result as { rows: Row[] });
      });
    });

  return {
    async query(statement) {
      underWay += 1;
      if (open) return ask(open, statement);
      opening ??= connect().finally(() => {
        opening = null;
      });
      try {
        return ask(await opening, statement);
      } catch (error) {
        ended();
        throw error;
      }
    },
    end: close,
  };
}
