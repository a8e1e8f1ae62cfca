import type { JSONRPCMessage, JSONRPCRequest, Server, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

type Id = JSONRPCRequest['id'];

interface Waiting<Exchange> {
  exchange: Exchange;
  resolve(answer: JSONRPCMessage | null): void;
}

/**
 * A connection of the SDK that requests of all callers share, so that a server is built once and not for each message. On it,
 * each request has a number of its own: callers choose their ids without knowing of each other.
 */
export class SharedConnection<Exchange> implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #underWay = new Map<Id, Waiting<Exchange>>();
  #lastId = 0;
  #isClosed = false;

  /** @param serverFor makes the server; its handlers find the exchange by the id of the request. */
  constructor(serverFor: (exchangeOf: (id: Id) => Exchange) => Server) {
    serveStdio(() => serverFor((id) => this.#underWay.get(id)!.exchange), { transport: this });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Null if the connection closes first. */
  async answerTo(request: JSONRPCRequest, exchange: Exchange): Promise<JSONRPCMessage | null> {
    if (this.#isClosed) return null;
    const id = ++this.#lastId;
    const answer = await new Promise<JSONRPCMessage | null>((resolve) => {
      this.#underWay.set(id, { exchange, resolve });
      this.onmessage?.({ ...request, id });
    });
    return answer && { ...answer, id: request.id };
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('id' in message) || message.id === undefined) return;
    const waiting = this.#underWay.get(message.id);
    this.#underWay.delete(message.id);
    waiting?.resolve(message);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { resolve } of this.#underWay.values()) resolve(null);
    this.#underWay.clear();
    this.onclose?.();
  }
}
