import type pg from 'pg';
import type { Log } from '#core/context.ts';
import { beginStatement, timed } from '#core/tracing/span.ts';
import { FollowingClient } from './following-client.ts';
import { isThroughPooler, NamelessClient, statementTimeoutMs } from './pools.ts';

export interface Pipeline {
  query<Row>(statement: pg.QueryConfig): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
}

interface PipelineTimes {
  /** A connection is closed after this long without a statement, as those of a pool are: a firewall may have forgotten it by then. */
  idleMs: number;
  /** By then the server has ended the statement. If no answer has come, none will: the network has dropped the connection unnoticed. */
  silentMs: number;
}

const timesDefault: PipelineTimes = { idleMs: 10_000, silentMs: statementTimeoutMs + 5_000 };

/**
 * One connection like those of the pool, for statements that come one after another. A statement is written to it at once, where a
 * pool waits until everything that can run has run, so the server works on it while the answers to the last one are sent. A lost
 * connection is logged, fails what is under way, and is opened again for the next statement.
 */
export function openPipeline(pool: pg.Pool, log: Log, times: Partial<PipelineTimes> = {}): Pipeline {
  const { idleMs, silentMs } = { ...timesDefault, ...times };
  let open: pg.Client | null = null;
  let opening: Promise<pg.Client> | null = null;
  let underWay = 0;
  let idle: NodeJS.Timeout | undefined;
  let silent: NodeJS.Timeout | undefined;

  async function connect(): Promise<pg.Client> {
    const client = clientLike(pool);
    const forget = () => {
      if (open === client) open = null;
    };
    client.on('error', (cause) => log.warn({ err: cause }, 'Lost a database connection'));
    client.on('error', forget).on('end', forget);
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

  function began(): void {
    underWay += 1;
    if (underWay > 1) return;
    if (silent) silent.refresh();
    else silent = setTimeout(() => underWay > 0 && open?.connection.stream.destroy(), silentMs).unref();
  }

  function ended(): void {
    underWay -= 1;
    silent?.refresh();
    if (underWay > 0) return;
    if (idle) idle.refresh();
    else idle = setTimeout(() => underWay === 0 && void close(), idleMs).unref();
  }

  async function send<Row>(statement: pg.QueryConfig): Promise<{ rows: Row[] }> {
    began();
    if (open) return answerOf(open, statement, ended);
    opening ??= connect().finally(() => {
      opening = null;
    });
    try {
      return answerOf(await opening, statement, ended);
    } catch (error) {
      ended();
      throw error;
    }
  }

  return {
    query: (statement) => timed(beginStatement(statement.text), send(statement)),
    end: close,
  };
}

/** The pool hides its password from a copy. A pooler may lose the answers of overlapping statements. */
const clientLike = ({ options }: pg.Pool): pg.Client => {
  const config = { ...options, password: options.password };
  return isThroughPooler(options)
    ? new NamelessClient(config)
    : new FollowingClient({ ...config, pipeline: true });
};

/** With a callback: the driver's own promise keeps rows in memory until the next major collection. */
const answerOf = <Row>(client: pg.Client, statement: pg.QueryConfig, ended: () => void) =>
  new Promise<{ rows: Row[] }>((resolve, reject) => {
    client.query(statement, (error, result) => {
      ended();
      if (error) reject(error);
      else resolve(result as { rows: Row[] });
    });
  });

/** Opens a connection like those of the pool, and closes it: connections that are open outlive a change of the password. */
export async function tryLogin(pool: pg.Pool): Promise<void> {
  const client = clientLike(pool);
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}
