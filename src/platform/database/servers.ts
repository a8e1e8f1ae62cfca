import pg from 'pg';
import type { DatabaseUrl, Host } from './database-url.ts';

/** A connection that was opened to one of the servers. */
type Placed = Host & { drop(): void };

interface Found extends Host {
  /** Eight hexadecimal digits, or empty if the server doesn't say. A promotion begins a higher one. */
  timeline: string;
}

/** Unless the URL has a `connect_timeout`. Long enough for a login, and short enough to look again soon if a server is silent. */
const probeMsDefault = 2_000;
const pauseMs = 200;

/** `primary` takes writes. `standby` follows a primary. */
export type Wanted = 'primary' | 'standby';

/**
 * Several servers of which one is wanted. It is looked for when the first connection opens, and after a connection was lost. When
 * another server has taken over, connections to the one before are dropped, as it may be silent.
 */
export class Servers {
  readonly #hosts: readonly Host[];
  readonly #wanted: Wanted;
  readonly #config: pg.ClientConfig;
  readonly #connections = new Set<Placed>();
  #found: Found | null = null;
  #timeline = '';
  #search: Promise<Found> | null = null;

  constructor(hosts: readonly Host[], wanted: Wanted, config: pg.ClientConfig) {
    this.#hosts = hosts;
    this.#wanted = wanted;
    this.#config = config;
  }

  /** Fails with what each server said if none is wanted. */
  async find(): Promise<Host> {
    return this.#found ?? this.#searchOnce();
  }

  /** The next connection looks again. */
  forget(): void {
    this.#found = null;
  }

  /** Drops all connections: their server is no longer the wanted one. */
  leave(): void {
    this.forget();
    for (const connection of this.#connections) connection.drop();
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
      throw noneWanted(error, this.#wanted);
    });
    this.#found = found;
    this.#timeline = found.timeline;
    for (const connection of this.#connections)
      if (connection.host !== found.host || connection.port !== found.port) connection.drop();
    return found;
  }

  async #probe(host: Host): Promise<Found> {
    try {
      const timeline = await timelineOf(host, this.#wanted, this.#config);
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
function noneWanted({ errors }: AggregateError, wanted: Wanted): Error {
  const codes = errors.map(({ code }) => code as string | undefined);
  const code = codes.find((each) => /^(28|3D)/.test(each ?? '')) ?? '57P03';
  const reasons = errors.map(({ message }) => message);
  return Object.assign(
    new Error(`No server ${wanted === 'primary' ? 'takes writes' : 'is a standby'}: ${reasons.join('; ')}`),
    { code },
  );
}

/** The timeline of a primary, empty for a standby. Throws if the server can't be reached or isn't the wanted one. */
async function timelineOf(host: Host, wanted: Wanted, config: pg.ClientConfig): Promise<string> {
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
    if (wanted === 'standby') {
      if ((await ask('show in_hot_standby')) === 'on') return '';
      throw new Error('is no standby');
    }
    if ((await ask('show transaction_read_only')) === 'on')
      throw new Error('takes no writes (a standby, or read-only)');
    return await ask('select left(pg_walfile_name(pg_current_wal_lsn()), 8)').catch(() => '');
  } finally {
    void client.end();
  }
}

/** One for each URL and kind, so that all connections of a process learn from each other. */
const known = new Map<string, Servers>();

/** Null for one host: nothing has to be found there. */
export function serversOf(
  text: string,
  { hosts }: DatabaseUrl,
  wanted: Wanted,
  config: pg.ClientConfig,
): Servers | null {
  if (hosts.length === 1) return null;
  const key = `${wanted} ${text}`;
  const servers = known.get(key) ?? new Servers(hosts, wanted, config);
  known.set(key, servers);
  return servers;
}
