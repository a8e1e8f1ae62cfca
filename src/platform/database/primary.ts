import pg from 'pg';
import type { DatabaseUrl, Host } from './database-url.ts';

/** A connection that knows where it leads. */
export interface Placed {
  host: string;
  port: number;
  /** Closes it at once, and fails what is under way. */
  drop(): void;
}

interface Found extends Host {
  /** Eight hexadecimal digits, or empty if the server doesn't say. A promotion begins a higher one. */
  timeline: string;
}

/** Unless the URL has a `connect_timeout`. Long enough for a login, and short enough to look again soon if a server is silent. */
const probeMsDefault = 2_000;
const pauseMs = 200;

/**
 * Which of several servers takes writes. It is looked for when the first connection opens, and after a connection was lost. When
 * another server has taken over, connections to the one before are dropped, as it may be silent.
 */
export class Primary {
  readonly #hosts: readonly Host[];
  readonly #config: pg.ClientConfig;
  readonly #connections = new Set<Placed>();
  #found: Found | null = null;
  #timeline = '';
  #search: Promise<Found> | null = null;

  constructor(hosts: readonly Host[], config: pg.ClientConfig) {
    this.#hosts = hosts;
    this.#config = config;
  }

  /** Fails with what each server said if none takes writes. */
  async find(): Promise<Host> {
    return this.#found ?? this.#searchOnce();
  }

  /** The next connection looks again. */
  forget(): void {
    this.#found = null;
  }

  opened(connection: Placed): void {
    this.#connections.add(connection);
  }

  closed(connection: Placed): void {
    this.#connections.delete(connection);
  }

  /** Callers share a search, and its failure for a moment. */
  #searchOnce(): Promise<Found> {
    if (this.#search) return this.#search;
    const search = this.#look();
    this.#search = search;
    const over = () => {
      this.#search = null;
    };
    search.then(over, () => setTimeout(over, pauseMs).unref());
    return search;
  }

  /** Asks all at the same time: a silent server must not hold up the one that took over. */
  async #look(): Promise<Found> {
    const found = await Promise.any(this.#hosts.map((host) => this.#probe(host))).catch((error) => {
      throw noPrimary(error);
    });
    this.#found = found;
    this.#timeline = found.timeline;
    for (const connection of this.#connections)
      if (connection.host !== found.host || connection.port !== found.port) connection.drop();
    return found;
  }

  async #probe(host: Host): Promise<Found> {
    try {
      const timeline = await timelineOf(host, this.#config);
      if (timeline >= this.#timeline) return { ...host, timeline };
      throw new Error(
        `is an earlier primary (timeline ${timeline}; ${this.#timeline} took over). Make it a standby, or restart Contactry to use it`,
      );
    } catch (cause) {
      const { code, message } = cause as { code?: string; message: string };
      throw Object.assign(new Error(`${host.host}:${host.port} ${message || code}`, { cause }), { code });
    }
  }
}

/** Where login or database are wrong, that is the error's code. Otherwise it counts as a lost connection. */
function noPrimary({ errors }: AggregateError): Error {
  const codes = errors.map(({ code }) => code as string | undefined);
  const code = codes.find((each) => /^(28|3D)/.test(each ?? '')) ?? '57P03';
  const reasons = errors.map(({ message }) => message);
  return Object.assign(new Error(`No server takes writes: ${reasons.join('; ')}`), { code });
}

/** Throws if the server can't be reached or takes no writes. */
async function timelineOf(host: Host, config: pg.ClientConfig): Promise<string> {
  const { connectionTimeoutMillis: probeMs = probeMsDefault } = config;
  const client = new pg.Client({ ...config, connectionTimeoutMillis: probeMs });
  Object.assign(client, host);
  client.on('error', () => {});
  const ask = async (text: string): Promise<string> => {
    const { rows } = await client.query({ text, rowMode: 'array', query_timeout: probeMs } as pg.QueryConfig);
    return rows[0][0];
  };
  try {
    await client.connect();
    if ((await ask('show transaction_read_only')) === 'on')
      throw new Error('takes no writes (a standby, or read-only)');
    return await ask('select left(pg_walfile_name(pg_current_wal_lsn()), 8)').catch(() => '');
  } finally {
    void client.end();
  }
}

/** One for each URL, so that all connections of a process learn from each other. */
const primaries = new Map<string, Primary>();

/** Null for one host: nothing has to be found there. */
export function primaryOf(text: string, { hosts }: DatabaseUrl, config: pg.ClientConfig): Primary | null {
  if (hosts.length === 1) return null;
  const primary = primaries.get(text) ?? new Primary(hosts, config);
  primaries.set(text, primary);
  return primary;
}
