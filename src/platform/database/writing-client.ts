import pg from 'pg';
import { sqlState } from '#core/database/sqlstate.ts';
import type { Primary } from './primary.ts';

export interface WritingConfig extends pg.ClientConfig {
  /** Finds the server to connect to, if the URL names several. */
  primary?: Primary | null;
}

/**
 * A connection to the server that takes writes. One that refuses a write, because it is no longer the primary, is dropped, so that the
 * next connection goes to the new one.
 */
export class WritingClient extends pg.Client {
  readonly #primary: Primary | null;

  constructor(config: WritingConfig = {}) {
    super(config);
    this.#primary = config.primary ?? null;
  }

  override connect(): Promise<pg.Client>;
  override connect(done: (error: never) => void): void;
  override connect(done?: (error: never) => void): Promise<pg.Client> | void {
    const connecting = this.#connect();
    if (!done) return connecting;
    connecting.then(() => done(null as never), done);
  }

  drop(): void {
    this.connection.stream.destroy();
  }

  async #connect(): Promise<pg.Client> {
    const primary = this.#primary;
    if (primary) {
      const { host, port } = await primary.find();
      Object.assign(this, { host, port });
    }
    try {
      await super.connect();
    } catch (error) {
      primary?.forget();
      throw error;
    }
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === sqlState.readOnlyTransaction) this.drop();
    });
    if (!primary) return this;
    primary.opened(this);
    this.on('error', () => primary.forget());
    this.on('end', () => primary.closed(this));
    return this;
  }
}
