import pg from 'pg';
import { sqlState } from '#core/database/sqlstate.ts';
import type { Servers } from './servers.ts';

export interface FollowingConfig extends pg.ClientConfig {
  /** Finds the server to connect to, if the URL names several. */
  servers?: Servers | null;
}

/**
 * A connection to the one of several servers that is wanted. A connection whose server refuses a write, because it is no longer the
 * primary, is dropped, so that the next one goes to the new primary.
 */
export class FollowingClient extends pg.Client {
  readonly #servers: Servers | null;

  constructor(config: FollowingConfig = {}) {
    super(config);
    // Its pool listens a moment after `connect`, and the server may end the connection in the same packet.
    this.on('error', () => {});
    this.#servers = config.servers ?? null;
  }

  override connect(): Promise<pg.Client>;
  override connect(done: (error: never) => void): void;
  override connect(done?: (error: never) => void): Promise<pg.Client> | undefined {
    const connecting = this.#connect();
    if (!done) return connecting;
    connecting.then(() => done(null as never), done as (error: unknown) => void);
  }

  /** Closes it at once, and fails what is under way. */
  drop(): void {
    this.connection.stream.destroy();
  }

  async #connect(): Promise<pg.Client> {
    const servers = this.#servers;
    if (servers) {
      const { host, port } = await servers.find();
      Object.assign(this, { host, port });
    }
    try {
      await super.connect();
    } catch (error) {
      servers?.forget();
      throw error;
    }
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === sqlState.readOnlyTransaction) this.drop();
    });
    if (!servers) return this;
    servers.opened(this);
    this.on('error', () => servers.forget());
    this.on('end', () => servers.closed(this));
    return this;
  }
}
