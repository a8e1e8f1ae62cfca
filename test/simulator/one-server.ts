/**
 * PostgreSQL in this process, for the driver of the service. Each client has a connection of its own, by the protocol of PostgreSQL;
 * all of them share the one backend of PGlite, as behind a pooler: a client that has a transaction open has it alone. Statements wait until
 * `step` runs one of them, so that a seed decides about their order.
 */
import { EventEmitter } from 'node:events';
import type { PGlite } from '@electric-sql/pglite';

/** A server that starts again knows none of these. The statements of lasting connections stay. */
const forgets = 'unlisten *; reset all; discard temp; select pg_advisory_unlock_all()';
const status = { idle: 'I'.charCodeAt(0) } as const;
/** What a client sends last before it waits: a statement as text, or the end of prepared ones. */
const endsUnit = (type: string) => type === 'Q' || type === 'S';
/** The backend's own start-up is over: the client gets what it expects of one. */
const greeting = Buffer.concat([
  message('R', Buffer.from([0, 0, 0, 0])),
  message('S', Buffer.from('server_version\x0018.6\0')),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('Z', Buffer.from('I')),
]);

/** A statement that changes nothing: one of tables, or of functions that don't write. */
const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) &&
  !/\b(update|delete|insert)\b|_(batch|emit|claim|take|fold|grant)\w*\s*\(/i.test(text);

export class OneServer {
  readonly #backend: PGlite;
  readonly #connections = new Set<Connection>();
  #owner: Connection | null = null;
  #made = 0;
  /** Refuses connections. */
  isAway = false;
  /** Its connections are gone, and it hasn't rolled back yet. */
  isBroken = false;

  constructor(backend: PGlite) {
    this.#backend = backend;
  }

  /** For `stream` in the configuration of a client or pool. `isDead` cuts it off: it hears nothing more. One that is `lasting` never breaks. */
  readonly streamFor =
    (isDead: () => boolean, isLasting = false) =>
    () => {
      this.#made += 1;
      const isRefused = () => this.isAway && !isLasting;
      const connection = new Connection(this.#made, {
        ...{ isDead, isRefused, isLasting },
        onClose: () => this.#close(connection),
      });
      this.#connections.add(connection);
      return connection as never;
    };

  /** Those whose statement can run now, in the order in which they connected. */
  ready(): Connection[] {
    for (const connection of this.#connections) if (connection.isDead()) this.#close(connection);
    const waiting = [...this.#connections].filter(({ units }) => units.length > 0);
    return this.#owner ? waiting.filter((one) => one === this.#owner) : waiting;
  }

  /** Reads of other connections, for a transaction that waits for what the service reads beside it. They run inside of it here. */
  readyReads(): Connection[] {
    return [...this.#connections].filter(
      ({ units, texts }) => units.length > 0 && isRead(textOf(units[0]!, texts)),
    );
  }

  /** Whether a statement waits for a transaction whose client does nothing. */
  isStuck(): boolean {
    return this.#owner !== null && this.#owner.units.length === 0;
  }

  async step(connection: Connection): Promise<void> {
    const bytes = connection.units.shift()!;
    const answer = Buffer.from(await this.#backend.execProtocolRaw(bytes));
    if (this.#owner === null || this.#owner === connection)
      this.#owner = answer.at(-1) === status.idle ? null : connection;
    for (const part of messagesOf(answer)) {
      const isNotification = part[0] === 'A'.charCodeAt(0);
      for (const to of isNotification ? this.#connections : [connection]) to.hears(part);
    }
  }

  /** As a server that was killed and starts again. */
  break(): void {
    this.isAway = true;
    this.isBroken = true;
    for (const connection of this.#connections) if (!connection.isLasting) connection.fail('ECONNRESET');
  }

  async recover(): Promise<void> {
    await this.rollBack();
    await this.#backend.execProtocolRaw(message('Q', Buffer.from(`${forgets}\0`)));
    this.isBroken = false;
  }

  async rollBack(): Promise<void> {
    this.#owner = null;
    await this.#backend.execProtocolRaw(message('Q', Buffer.from('rollback\0')));
  }

  /** Set when the client of an open transaction has gone. */
  get hasLostOwner(): boolean {
    return this.#owner !== null && !this.#connections.has(this.#owner);
  }

  #close(connection: Connection): void {
    this.#connections.delete(connection);
  }
}

interface Ends {
  isLasting: boolean;
  isDead(): boolean;
  isRefused(): boolean;
  onClose(): void;
}

/** The parts of a socket that the driver uses. */
export class Connection extends EventEmitter {
  readonly id: number;
  readonly isDead: () => boolean;
  readonly isLasting: boolean;
  readonly units: Buffer[] = [];
  /** Texts of its prepared statements, by name. */
  readonly texts = new Map<string, string>();
  readyState = 'closed';
  writable = true;
  destroyed = false;
  readonly #isRefused: () => boolean;
  readonly #onClose: () => void;
  #unread = Buffer.alloc(0);
  #unit: Buffer[] = [];
  #isStarted = false;

  constructor(id: number, { isDead, isRefused, isLasting, onClose }: Ends) {
    super();
    this.isLasting = isLasting;
    this.id = id;
    this.isDead = isDead;
    this.#isRefused = isRefused;
    this.#onClose = onClose;
  }

  connect(): this {
    this.readyState = 'open';
    queueMicrotask(() => (this.#isRefused() ? this.fail('ECONNREFUSED') : this.emit('connect')));
    return this;
  }

  /** Breaks. Its client hears why, unless it is dead. */
  fail(code: 'ECONNREFUSED' | 'ECONNRESET'): void {
    if (this.destroyed) return;
    this.units.length = 0;
    const error = Object.assign(new Error(`simulated ${code}`), { code });
    if (!this.isDead()) queueMicrotask(() => this.emit('error', error));
    this.destroy();
  }

  write(data: Uint8Array | string, ...rest: unknown[]): boolean {
    const done = rest.at(-1);
    this.#unread = Buffer.concat([this.#unread, Buffer.from(data as Uint8Array)]);
    this.#read();
    if (typeof done === 'function') queueMicrotask(() => done());
    return true;
  }

  hears(part: Buffer): void {
    if (!this.isDead() && !this.destroyed) this.emit('data', part);
  }

  end(data?: unknown, ...rest: unknown[]): this {
    if (data instanceof Uint8Array) this.write(data);
    const done = [data, ...rest].find((one) => typeof one === 'function') as (() => void) | undefined;
    if (done) queueMicrotask(done);
    return this.destroy();
  }

  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.readyState = 'closed';
    this.#onClose();
    queueMicrotask(() => {
      this.emit('end');
      this.emit('close');
    });
    return this;
  }

  setNoDelay = () => this;
  setKeepAlive = () => this;
  setTimeout = () => this;
  ref = () => this;
  unref = () => this;
  cork(): void {}
  uncork(): void {}

  #read(): void {
    if (!this.#isStarted) {
      if (this.#unread.length < 4 || this.#unread.length < this.#unread.readInt32BE(0)) return;
      this.#unread = this.#unread.subarray(this.#unread.readInt32BE(0));
      this.#isStarted = true;
      queueMicrotask(() => this.hears(greeting));
    }
    const parts = messagesOf(this.#unread);
    const length = parts.reduce((sum, { length }) => sum + length, 0);
    this.#unread = this.#unread.subarray(length);
    for (const part of parts) {
      const type = String.fromCharCode(part[0]!);
      if (type === 'X') return;
      this.#unit.push(this.#ownNames(type, part));
      if (type === 'P') {
        const [name, text] = this.#unit.at(-1)!.toString('utf8', 5).split('\0');
        if (name) this.texts.set(name, text!);
      }
      if (!endsUnit(type)) continue;
      this.units.push(Buffer.concat(this.#unit));
      this.#unit = [];
    }
  }

  /** Connections use the same names for their prepared statements, and the backend is one. */
  #ownNames(type: string, part: Buffer): Buffer {
    const isOfStatement = part[5] === 'S'.charCodeAt(0);
    const at = { P: 5, B: part.indexOf(0, 5) + 1, D: isOfStatement && 6, C: isOfStatement && 6 }[type];
    if (!at || part[at] === 0) return part;
    return message(
      type,
      Buffer.concat([part.subarray(5, at), Buffer.from(`${this.id}.`), part.subarray(at)]),
    );
  }
}

/** The text of the first statement of what a client sent. */
function textOf(unit: Buffer, texts: Map<string, string>): string {
  const [first] = messagesOf(unit);
  const type = String.fromCharCode(first![0]!);
  const [name = '', text = ''] = first!.toString('utf8', 5).split('\0');
  if (type === 'Q') return name;
  return type === 'P' ? text : (texts.get(text) ?? '');
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** The whole messages at the start of some bytes. */
function messagesOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    parts.push(bytes.subarray(at, end));
    at = end;
  }
  return parts;
}
