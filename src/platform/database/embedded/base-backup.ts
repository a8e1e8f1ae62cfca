import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import pg from 'pg';

/** A copy of a running cluster. */
export interface BaseBackup {
  /** The cluster's files, and the write-ahead log that makes them consistent, as tar with the blocks that close it. */
  tar: Readable;
  /** PostgreSQL's own list of the files with their SHA-256. Complete once `tar` has ended. */
  manifest(): Buffer;
}

/** Without a slot of its own, a busy server might recycle the log before it was sent. It ends with the connection. */
const holdLog = () =>
  `CREATE_REPLICATION_SLOT contactry_backup_${randomBytes(8).toString('hex')} TEMPORARY PHYSICAL RESERVE_WAL`;
const copy =
  "BASE_BACKUP (LABEL 'contactry', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')";

/**
 * Copies a running cluster by PostgreSQL's replication protocol, as `pg_basebackup` does. The server keeps working, checks the
 * checksum of every page, and waits while the stream isn't read. `config` is the superuser's.
 */
export async function baseBackup(config: pg.ClientConfig): Promise<BaseBackup> {
  const client = new pg.Client({ ...config, replication: 'true' } as pg.ClientConfig);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(holdLog());
  } catch (error) {
    await client.end();
    throw error;
  }
  const received = new CopyStream(() => void client.end());
  client.query(received);
  return { tar: received.tar, manifest: () => Buffer.concat(received.manifest) };
}

/** The connection that `pg` passes to a query whose answer is COPY. Its types lack the connection and the messages. */
interface Connection {
  query(text: string): void;
  stream: { pause(): void; resume(): void };
}

/** One answer carries both the archive and the manifest (PostgreSQL's documentation, "Streaming Replication Protocol"). */
class CopyStream {
  readonly manifest: Buffer[] = [];
  readonly tar: Readable;
  #connection: Connection | null = null;
  #isManifest = false;

  constructor(close: () => void) {
    this.tar = new Readable({
      read: () => this.#connection?.stream.resume(),
      destroy: (error, callback) => {
        this.#connection?.stream.resume();
        close();
        callback(error);
      },
    });
  }

  submit(connection: Connection): void {
    this.#connection = connection;
    connection.query(copy);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const kind = String.fromCharCode(chunk[0]!);
    if (kind === 'm') this.#isManifest = true;
    if (kind !== 'd') return;
    // `pg` uses the memory again for what comes next.
    const bytes = Buffer.from(chunk.subarray(1));
    if (this.#isManifest) this.manifest.push(bytes);
    else if (!this.tar.push(bytes)) this.#connection?.stream.pause();
  }

  handleReadyForQuery(): void {
    this.tar.push(null);
  }

  handleError(error: Error): void {
    this.tar.destroy(error);
  }

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
