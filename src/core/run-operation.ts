import type { AccountRef, KeyCredential } from './access.ts';
import type { Admitted, Gate } from './admit.ts';
import type { Clock } from './clock.ts';
import type { Context, Db, Log, Ports, RequestFacts } from './context.ts';
import { fail } from './failure.ts';
import type { Operation } from './operation.ts';
import type { InputReader, RawInput } from './read-input.ts';
import { actorOf, refuseUnstorableHeaders } from './stored-headers.ts';

/** What the runner needs from the rest of the program; `app.ts` puts it together. */
export interface Kernel {
  ports: Ports;
  clock: Clock;
  log: Log;
  /** Opens a transaction, commits when `work` resolves, rolls back when it throws. */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  gate: Gate;
  trail: Trail;
  answers: AnswerStore;
  queue: { send(db: Db, job: string, payload: object): Promise<void> };
}

export interface TrailEntry {
  actor: string;
  operation: string;
  event: string;
  requestId: string;
  details: Record<string, unknown>;
}

export interface Trail {
  write(db: Db, entry: TrailEntry): Promise<void>;
}

export interface StoredAnswer {
  status: number;
  body: unknown;
}

/** First answers by idempotency key, written in the operation's own transaction. */
export interface AnswerStore {
  /** Claims the key, or gives the first answer; a concurrent first call is waited for. 409 on another request. */
  claim(db: Db, claim: AnswerClaim): Promise<StoredAnswer | null>;
  keep(db: Db, claim: AnswerClaim, answer: StoredAnswer): Promise<void>;
}

export interface AnswerClaim {
  scope: string;
  key: string;
  operation: string;
  input: Record<string, unknown>;
  /** Sealed with the caller's key: the answer shows something that may not be stored. */
  sealed: boolean;
}

export interface Answer {
  status: number;
  body: unknown;
  /** The body as JSON, where the operation made it. */
  json: string | null;
  headers: Record<string, string>;
}

/**
 * The only way in: validation, account, idempotency, transaction, audit and jobs around `run`, for a request that was
 * admitted. Headers of the answer stand in `admitted.headers` also when it throws.
 */
export async function runOperation(
  kernel: Kernel,
  declared: Operation,
  readInput: InputReader,
  admitted: Admitted,
  raw: RawInput,
): Promise<Answer> {
  const { request, credential, headers } = admitted;
  const header = (name: string, value: string) => {
    headers[name] = value;
  };
  refuseUnstorableHeaders(request);
  const input = readInput(raw);
  const { account, key } = await actsFor(kernel, declared, request, input, credential, header);
  const call: Call = { kernel, declared, request, input, account, key, header, json: null };
  const answer = declared.kind === 'command' ? await runCommand(call) : await runFreely(call);
  return { ...answer, json: call.json, headers };
}

interface Call {
  kernel: Kernel;
  declared: Operation;
  request: RequestFacts;
  input: Record<string, unknown>;
  account: AccountRef | null;
  key: KeyCredential | null;
  header: (name: string, value: string) => void;
  json: string | null;
}

async function actsFor(
  kernel: Kernel,
  declared: Operation,
  request: RequestFacts,
  input: Record<string, unknown>,
  credential: KeyCredential | null,
  header: Call['header'],
): Promise<{ account: AccountRef | null; key: KeyCredential | null }> {
  if (credential) return { account: credential.account, key: credential };
  if (request.door.access !== 'internal' || !declared.account) return { account: null, key: null };
  const account = await kernel.gate.account(String(input.account_id));
  const key = declared.actsAs === 'key' ? await kernel.gate.keyOf(account, request, header) : null;
  return { account, key };
}

async function runFreely(call: Call): Promise<{ status: number; body: unknown }> {
  const { kernel, declared, request } = call;
  const effects = noEffects();
  const body = await declared.run(contextOf(call, kernel.ports.db as Db, effects), call.input);
  if (effects.trail.length + effects.jobs.length > 0)
    await writeEffects(call, kernel.ports.db as Db, effects);
  for (const work of effects.afterCommit) work();
  if (declared.kind === 'process' && request.door.access === 'admin' && effects.trail.length === 0) {
    throw new Error(`${declared.id} left no audit row`);
  }
  return { status: declared.status?.(body) ?? 200, body };
}

const deadlock = '40P01';
const serialization = '40001';

async function runCommand(call: Call): Promise<{ status: number; body: unknown }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const effects = noEffects();
      const answer = await call.kernel.transaction((db) => runInTransaction(call, db, effects));
      for (const work of effects.afterCommit) work();
      return answer;
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (attempt >= 3 || (code !== deadlock && code !== serialization)) throw error;
      call.kernel.log.warn({ operation: call.declared.id, code, attempt }, 'transaction is tried again');
    }
  }
}

async function runInTransaction(
  call: Call,
  db: Db,
  effects: Effects,
): Promise<{ status: number; body: unknown }> {
  const { kernel, declared } = call;
  const claim = claimOf(call);
  const first = claim && (await kernel.answers.claim(db, claim));
  if (first) {
    call.header('Idempotency-Replayed', 'true');
    return first;
  }
  const body = await declared.run(contextOf(call, db, effects), call.input);
  if (call.request.door.access === 'admin' && effects.trail.length === 0) {
    throw new Error(`${declared.id} left no audit row`);
  }
  await writeEffects(call, db, effects);
  const answer = { status: declared.status?.(body) ?? 200, body };
  if (claim) await kernel.answers.keep(db, claim, answer);
  return answer;
}

function claimOf({ declared, request, input, account }: Call): AnswerClaim | null {
  const applies = request.door.method === 'POST' && (declared.idempotency ?? 'stored') === 'stored';
  if (!applies || request.idempotencyKey === null) return null;
  const scope = account ? `account:${account.id}` : request.door.access;
  return {
    scope,
    key: request.idempotencyKey,
    operation: declared.id,
    input,
    sealed: declared.secretAnswer ?? false,
  };
}

interface Effects {
  trail: TrailEntry[];
  jobs: { job: string; payload: object }[];
  afterCommit: (() => void)[];
}

const noEffects = (): Effects => ({ trail: [], jobs: [], afterCommit: [] });

async function writeEffects({ kernel }: Call, db: Db, { trail, jobs }: Effects): Promise<void> {
  for (const entry of trail) await kernel.trail.write(db, entry);
  for (const { job, payload } of jobs) await kernel.queue.send(db, job, payload);
}

function contextOf(call: Call, db: Db, effects: Effects): Context {
  const { kernel, declared, request } = call;
  const actor = actorOf(request);
  return {
    db,
    ports: kernel.ports,
    now: () => kernel.clock.now(),
    get account() {
      return call.account ?? fail('not_found', { detail: 'This operation was called without an account.' });
    },
    key: call.key,
    actor,
    request,
    log: kernel.log,
    audit: (event, details) => {
      effects.trail.push({ actor, operation: declared.id, event, requestId: request.id, details });
    },
    enqueue: (job, payload) => {
      effects.jobs.push({ job, payload });
    },
    afterCommit: (work) => {
      effects.afterCommit.push(work);
    },
    rendered: (json) => {
      call.json = json;
    },
    header: call.header,
  };
}
