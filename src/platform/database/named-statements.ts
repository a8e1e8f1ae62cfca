import type { PostgresPool } from 'kysely';
import type pg from 'pg';
import { sqlState, sqlStateOf } from '#core/database/sqlstate.ts';
import { beginStatement, timed } from '#core/tracing/span.ts';

export interface NamingLimits {
  /** A text gets a name when it is sent this often. */
  usesMin: number;
  /** Each name takes memory on every connection. Later texts are parsed and planned each time, as without names. */
  namesMax: number;
  /** Texts without a name whose uses are counted. */
  countedMax: number;
}

const limitsDefault: NamingLimits = { usesMin: 5, namesMax: 200, countedMax: 2000 };

/** The columns of `*` may change while a connection is open, and PostgreSQL then refuses the prepared statement. */
const namesNoColumns = /(?<!count\()\*/;

/** Only for a pattern that it knows does the planner look up the pattern's beginning in an index. A kept plan reads every row. */
const hasPattern = /\blike \$/i;
const needsNewPlan = (text: string): boolean => namesNoColumns.test(text) || hasPattern.test(text);

/** Gives names to the texts that come again, so that each connection parses and plans them once. */
export class StatementNames {
  readonly #limits: NamingLimits;
  /** Without a name for those that PostgreSQL refused. */
  readonly #names = new Map<string, string | undefined>();
  readonly #uses = new Map<string, number>();

  constructor(limits: Partial<NamingLimits> = {}) {
    this.#limits = { ...limitsDefault, ...limits };
  }

  /** Counts a use of the text. */
  nameOf(text: string): string | undefined {
    if (this.#names.has(text) || this.#names.size >= this.#limits.namesMax) return this.#names.get(text);
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses < this.#limits.usesMin || needsNewPlan(text)) {
      if (this.#uses.size >= this.#limits.countedMax) this.#uses.clear();
      this.#uses.set(text, uses);
      return undefined;
    }
    this.#uses.delete(text);
    this.#names.set(text, `statement_${this.#names.size}`);
    return this.#names.get(text);
  }

  /** From now on the text is sent without a name. */
  giveUp(text: string): void {
    this.#names.set(text, undefined);
  }
}

/** The names belong to the pool's connections: two that use it share them. */
const namesByPool = new WeakMap<pg.Pool, StatementNames>();

function namesOf(pool: pg.Pool): StatementNames {
  const names = namesByPool.get(pool) ?? new StatementNames();
  namesByPool.set(pool, names);
  return names;
}

/** The pool for Kysely, which sends only texts and parameters. */
export function namingPool(pool: pg.Pool, names = namesOf(pool)): PostgresPool {
  // Kysely knows its connections by the client.
  const clients = new WeakMap<pg.PoolClient, NamingClient>();
  const namingClient = (client: pg.PoolClient) => {
    const made = new NamingClient(client, names);
    clients.set(client, made);
    return made;
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      return (clients.get(client) ?? namingClient(client)) as never;
    },
  };
}

/** Without parameters it may be several, or a `begin`, which takes no planning. */
const isOneStatement = (text: string, values: unknown[]): boolean =>
  values.length > 0 || /^\s*select\b[^;]*$/.test(text);

class NamingClient {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  release(isBroken: boolean): void {
    this.#client.release(isBroken);
  }

  query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    return timed(beginStatement(text), this.#send(text, values));
  }

  #send(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = isOneStatement(text, values) ? this.#names.nameOf(text) : undefined;
    if (name === undefined) return this.#client.query(text, values);
    return this.#client.query({ name, text, values }).catch((error) => {
      // A migration changed the type of a column.
      if (sqlStateOf(error) === sqlState.featureNotSupported) this.#names.giveUp(text);
      throw error;
    });
  }
}
