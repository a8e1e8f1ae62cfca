import type { AccountRef, KeyCredential } from './access.ts';
import type { Call } from './call.ts';
import { actorOf, type Caller, type CustomerSurface, surfaceOf } from './caller.ts';
import type { Context, Db, Log, Phase, Ports, RequestFacts } from './context.ts';
import { Failure, type FailureOptions, failWith } from './failure.ts';

const failNotFound = failWith(['not_found']);

const refuse = (code: string, options?: FailureOptions): never => {
  throw new Failure(code, options);
};

/** What `run` gets. One is made for each call, so what all calls share isn't made anew. */
export class RunContext implements Context<string> {
  readonly db: Db;
  readonly ports: Ports;
  readonly log: Log;
  readonly caller: Caller;
  readonly surface: CustomerSurface;
  readonly key: KeyCredential | null;
  readonly actor: string;
  readonly request: RequestFacts;
  readonly audit: Phase['audit'];
  readonly enqueue: Phase['enqueue'];
  readonly afterCommit: Phase['afterCommit'];
  readonly phase: Context['phase'];
  readonly fail = refuse;
  readonly now: () => Date;
  readonly header: (name: string, value: string) => void;
  readonly #account: AccountRef | null;

  constructor(call: Call, db: Db, effects: Omit<Phase, 'db'>, phase: Context['phase']) {
    const { kernel, admitted } = call;
    const { request, caller, headers } = admitted;
    this.db = db;
    this.ports = kernel.ports;
    this.log = kernel.log;
    this.caller = caller;
    this.surface = surfaceOf(caller);
    this.key = call.key;
    this.actor = actorOf(caller);
    this.request = request;
    this.audit = effects.audit;
    this.enqueue = effects.enqueue;
    this.afterCommit = effects.afterCommit;
    this.phase = phase;
    this.now = () => kernel.clock.now();
    this.header = (name, value) => {
      headers[name] = value;
      call.ownHeaders[name] = value;
    };
    this.#account = call.account;
  }

  get account(): AccountRef {
    return this.#account ?? failNotFound('not_found', { detail: 'This operation needs an account.' });
  }
}
