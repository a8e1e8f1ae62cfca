import {
  type AccountRef,
  actorOf,
  type Caller,
  type CustomerSurface,
  type KeyCredential,
  surfaceOf,
} from '../access.ts';
import type { Context, Db, Log, Phase, Ports, RequestFacts } from '../context.ts';
import { Failure, type FailureOptions, failWith } from '../failure.ts';
import type { Kernel } from '../kernel.ts';
import type { Operation } from '../operation.ts';
import type { Admitted } from './admit.ts';

const failNotFound = failWith(['not_found']);

const refuse = (code: string, options?: FailureOptions): never => {
  throw new Failure(code, options);
};

/**
 * The context of `run`. Members are created lazily, because most operations use only a few. Functions don't use `this`, so
 * operations can destructure them.
 */
export class RunContext implements Context<string> {
  readonly db: Db;
  readonly #call: Call;
  readonly #effects: Omit<Phase, 'db'>;
  readonly #phase: Context['phase'];

  constructor(call: Call, db: Db, effects: Omit<Phase, 'db'>, phase: Context['phase']) {
    this.db = db;
    this.#call = call;
    this.#effects = effects;
    this.#phase = phase;
  }

  get ports(): Ports {
    return this.#call.kernel.ports;
  }

  get log(): Log {
    return this.#call.kernel.log;
  }

  get caller(): Caller {
    return this.#call.admitted.caller;
  }

  get surface(): CustomerSurface {
    return surfaceOf(this.caller);
  }

  get account(): AccountRef {
    return this.#call.account ?? failNotFound('not_found', { detail: 'This operation needs an account.' });
  }

  get key(): KeyCredential | null {
    return this.#call.key;
  }

  get actor(): string {
    return actorOf(this.caller);
  }

  get request(): RequestFacts {
    return this.#call.admitted.request;
  }

  get audit(): Phase['audit'] {
    return this.#effects.audit;
  }

  get enqueue(): Phase['enqueue'] {
    return this.#effects.enqueue;
  }

  get afterCommit(): Phase['afterCommit'] {
    return this.#effects.afterCommit;
  }

  get phase(): Context['phase'] {
    return this.#phase;
  }

  get fail(): Context<string>['fail'] {
    return refuse;
  }

  get now(): Context['now'] {
    const { clock } = this.#call.kernel;
    return () => clock.now();
  }

  get header(): Context['header'] {
    const { admitted, ownHeaders } = this.#call;
    return (name, value) => {
      admitted.headers[name] = value;
      ownHeaders[name] = value;
    };
  }
}

/** One run of an operation. */
export interface Call {
  kernel: Kernel;
  declared: Operation;
  admitted: Admitted;
  input: Record<string, unknown>;
  /** The members as they were sent, before defaults: what a repeat of the request sends again. */
  given: Readonly<Record<string, unknown>>;
  /** Headers that `run` set. */
  ownHeaders: Record<string, string>;
  account: AccountRef | null;
  key: KeyCredential | null;
}
