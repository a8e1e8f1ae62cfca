import type { Admitted } from './admit.ts';
import type { Call } from './call.ts';
import { accountOf, actorOf, keyOf } from './caller.ts';
import type { Context, Db, Phase } from './context.ts';
import { Failure, failWith, MemberFailure, ValidationFailure } from './failure.ts';
import { FileAnswer } from './file-answer.ts';
import { checkIdempotencyKey, claimOf } from './idempotency.ts';
import type { GivenInput, InputReader } from './input.ts';
import type { AnswerLease, Kernel, StoredAnswer } from './kernel.ts';
import type { Operation } from './operation.ts';
import { collectEffects, type Effects, transact } from './transact.ts';

export interface Answer extends StoredAnswer {
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
  given: GivenInput,
): Promise<Answer> {
  checkIdempotencyKey(admitted.request);
  const input = readInput(given);
  const acting = await actsFor(kernel, declared, admitted, input);
  admitted.actsFor = acting;
  const call: Call = { kernel, declared, admitted, input, ...acting, json: null };
  try {
    const answer = await runners[declared.kind](call);
    return { ...answer, json: call.json, headers: admitted.headers };
  } catch (error) {
    if (!(error instanceof MemberFailure)) throw error;
    throw new ValidationFailure(
      error.faults.map(({ path, msg, type }) => ({ loc: given.locate(path), msg, type })),
    );
  }
}

async function actsFor(
  kernel: Kernel,
  declared: Operation,
  { request, caller, headers }: Admitted,
  input: Record<string, unknown>,
): Promise<Pick<Call, 'account' | 'key'>> {
  if (caller.kind !== 'internal' || !declared.account) {
    return { account: accountOf(caller), key: keyOf(caller) };
  }
  const account = await kernel.gate.account(String(input.account_id));
  const header = (name: string, value: string) => {
    headers[name] = value;
  };
  const key = declared.actsAs === 'key' ? await kernel.gate.keyOf(account, request, header) : null;
  return { account, key };
}

const runners: Record<Operation['kind'], (call: Call) => Promise<StoredAnswer>> = {
  query: runQuery,
  command: runCommand,
  process: runProcess,
};

async function runQuery(call: Call): Promise<StoredAnswer> {
  const { body } = await runOutsideTransaction(call, noPhases);
  return answerOf(call, body);
}

const noPhases = () => {
  throw new Error('only a process has phases');
};

/** `run` on the pool; what it leaves behind is written when it is done. */
async function runOutsideTransaction(
  call: Call,
  phase: Context['phase'],
): Promise<{ body: unknown; wroteAudit: boolean }> {
  const { kernel, declared, input } = call;
  const effects = collectEffects(kernel, authorOf(call));
  const body = await declared.run(contextOf(call, kernel.ports.db as Db, effects, phase), input);
  if (effects.isPending()) await kernel.transaction((db) => effects.write(db));
  effects.committed();
  return { body, wroteAudit: effects.wroteAudit() };
}

function runCommand(call: Call): Promise<StoredAnswer> {
  const { kernel, declared, input } = call;
  return transact(kernel, authorOf(call), async (db, effects) => {
    const claim = claimOf(call);
    const first = claim && (await kernel.answers.claim(db, claim));
    if (first) return replayed(call, first);
    const body = await declared.run(contextOf(call, db, effects, noPhases), input);
    if (!effects.wroteAudit()) refuseSilence(call);
    const answer = answerOf(call, body);
    if (claim) await kernel.answers.keep(db, claim, answer);
    return answer;
  });
}

async function runProcess(call: Call): Promise<StoredAnswer> {
  const { kernel } = call;
  const db = kernel.ports.db as Db;
  const claim = claimOf(call);
  const lease = claim && (await kernel.answers.lease(db, claim));
  if (lease && 'status' in lease) return replayed(call, lease);
  try {
    const phases = openPhases(call, lease);
    const { body, wroteAudit } = await runOutsideTransaction(call, phases.phase);
    if (!wroteAudit && !phases.wroteAudit()) refuseSilence(call);
    const answer = answerOf(call, body);
    await lease?.finish(db, answer);
    return answer;
  } catch (error) {
    await lease?.release(db).catch((cause) => kernel.log.warn({ error: cause }, 'a lease was not released'));
    throw error;
  }
}

/** The phases of one call in their order: those that an earlier try has committed are not run again. */
function openPhases(call: Call, lease: AnswerLease | null) {
  let count = 0;
  let wroteAudit = (lease?.phases.length ?? 0) > 0;
  const phase = async <Result>(work: (phase: Phase) => Promise<Result>): Promise<never> => {
    const at = count++;
    if (lease && at < lease.phases.length) return lease.phases[at] as never;
    const result = await transact(call.kernel, authorOf(call), async (db, effects) => {
      const done = asStored(await work({ ...effects, db }));
      await lease?.keepPhase(db, done);
      wroteAudit ||= effects.wroteAudit();
      return done;
    });
    return result as never;
  };
  return { phase, wroteAudit: () => wroteAudit };
}

const asStored = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

function replayed({ admitted }: Call, first: StoredAnswer): StoredAnswer {
  admitted.headers['Idempotency-Replayed'] = 'true';
  return first;
}

const answerOf = ({ declared }: Call, body: unknown): StoredAnswer => ({
  status: body instanceof FileAnswer ? 200 : (declared.status?.(body) ?? 200),
  body,
});

/** What an operator changes leaves an audit row, or doesn't happen. */
function refuseSilence({ declared, admitted }: Call): void {
  if (admitted.caller.kind === 'operator') throw new Error(`${declared.id} left no audit row`);
}

const authorOf = ({ declared, admitted: { caller, request } }: Call) => ({
  actor: actorOf(caller),
  operation: declared.id,
  requestId: request.id,
});

const failNotFound = failWith(['not_found']);

function contextOf(call: Call, db: Db, effects: Effects, phase: Context['phase']): Context<string> {
  const { kernel, admitted } = call;
  const { request, caller, headers } = admitted;
  return {
    db,
    audit: effects.audit,
    enqueue: effects.enqueue,
    afterCommit: effects.afterCommit,
    ports: kernel.ports,
    now: () => kernel.clock.now(),
    caller,
    get account() {
      return (
        call.account ?? failNotFound('not_found', { detail: 'This operation was called without an account.' })
      );
    },
    key: call.key,
    actor: actorOf(caller),
    request,
    log: kernel.log,
    phase,
    fail: (code, options) => {
      throw new Failure(code, options);
    },
    rendered: (json) => {
      call.json = json;
    },
    header: (name, value) => {
      headers[name] = value;
    },
  };
}
