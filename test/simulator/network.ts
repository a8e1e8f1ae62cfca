/** The network in this process: a request travels to its host, whose code answers it, and the answer travels back. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Dispatcher } from 'undici';
import type { Call, Reply, Send } from '#dev/stand-ins/server.ts';
import type { Dice } from '../fuzz/dice.ts';
import { runsIn } from './seeded.ts';

/** Answers a request once, or never. `null` breaks the connection. `text` is the body as it was sent. */
export type Host = (call: Call, send: Send, text: string) => Promise<void>;

const travelMsMax = 40;

export class Network extends Dispatcher {
  /** By origin. */
  readonly hosts = new Map<string, Host>();
  readonly #dice: Dice;

  constructor(dice: Dice) {
    super();
    this.#dice = dice;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const exchange = new Exchange(handler);
    const later = (work: () => unknown) => setTimeout(work, 1 + this.#dice.below(travelMsMax));
    // The request arrives, whatever becomes of the process that sent it. Only a living process reads the answer.
    const inSender = AsyncLocalStorage.snapshot();
    const send: Send = async (reply) => void inSender(later, () => exchange.end(reply));
    runsIn.exit(later, () => this.#arrive(options, send));
    return true;
  }

  async #arrive({ origin, path, method, headers, body }: Dispatcher.DispatchOptions, send: Send) {
    const host = this.hosts.get(String(origin));
    if (!host) return send(null);
    const { pathname, searchParams: query } = new URL(path, String(origin));
    const text = typeof body === 'string' ? body : '';
    const given = Object.entries((headers ?? {}) as Record<string, string>);
    const call = {
      ...{ method, path: decodeURIComponent(pathname), query },
      headers: Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value])),
      body: text === '' ? null : JSON.parse(text),
    };
    await host(call, send, text);
  }

  override close = async () => {};
  override destroy = async () => {};
}

/** A request under way: the driver may abort it, and hears its answer. */
class Exchange implements Dispatcher.DispatchController {
  aborted = false;
  paused = false;
  reason: Error | null = null;
  rawHeaders = null;
  rawTrailers = null;
  readonly #handler: Dispatcher.DispatchHandler;
  #isOver = false;

  constructor(handler: Dispatcher.DispatchHandler) {
    this.#handler = handler;
    handler.onRequestStart?.(this, {});
  }

  pause(): void {}
  resume(): void {}

  abort(reason: Error): void {
    this.aborted = true;
    this.reason = reason;
    this.#fail(reason);
  }

  end(reply: Reply | null): void {
    if (this.#isOver) return;
    if (reply) this.#answer(reply);
    else this.#fail(Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' }));
  }

  #answer({ status, body, headers }: Reply): void {
    this.#isOver = true;
    const isText = typeof body === 'string';
    const type = isText ? 'text/plain' : 'application/json; charset=utf-8';
    this.#handler.onResponseStart?.(this, status, { 'content-type': type, ...headers }, '');
    this.#handler.onResponseData?.(this, Buffer.from(isText ? body : JSON.stringify(body ?? null)));
    this.#handler.onResponseEnd?.(this, {});
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handler.onResponseError?.(this, error);
  }
}
