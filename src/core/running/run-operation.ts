import { accountOf, actorOf, isOperator, keyOf } from '../access.ts';
import { Answer, answerOf } from '../answers/answer.ts';
import type { Db, Phase, RequestFacts } from '../context.ts';
import { Failure, failWith, MemberFailure, ValidationFailure } from '../failure.ts';
import type { InputReader, UncheckedInput } from '../input/input.ts';
import type { AnswerLease, Kernel, StoredAnswer } from '../kernel.ts';
import { mayUse, type Operation } from '../operation.ts';
import type { Admitted } from './admit.ts';
import { checkIdempotencyKey, claimOf } from './idempotency.ts';
import { type Call, RunContext } from './run-context.ts';
import { CollectedEffects, transact } from './transact.ts';

/**
 * The only way to run an operation. Adds validation, the account, idempotency, the transaction, audit rows and jobs. The
 * response headers are in `admitted.headers`, even when it throws.
 */
export async function runOperation(
  kernel: Kernel,
  declared: Operation,
  readInput: InputReader,
  admitted: Admitted,
  given: UncheckedInput,
): Promise<Answer> {
  refuseRole(declared, admitted);
  if (declared.atDirectory && kernel.directoryUrl) refuseInCell(kernel.directoryUrl);
  checkIdempotencyKey(admitted.request);
  const input = readInput(given);
  const acting = actsForNamedAccount(declared, admitted)
    ? await resolveAccount(kernel, declared, admitted, input)
    : { account: accountOf(admitted.caller), key: keyOf(admitted.caller) };
  admitted.actsFor = acting;
  // Callers that act with a key count against the key.
  if (admitted.request.isCustomersAct && !acting.key) await kernel.gate.countAct(String(input.account_id));
  const call: Call = {
    kernel,
    declared,
    admitted,
    input,
    given: given.members,
    ownHeaders: {},
    account: acting.account,
    key: acting.key,
  };
  try {
    const run = () => runners[declared.kind](call);
    return new Answer(await (isHeavy(call) ? inShare(call, run) : run()), admitted.headers);
  } catch (error) {
    if (error instanceof Failure) supplyMembers(kernel, error);
    if (!(error instanceof MemberFailure)) throw error;
    throw new ValidationFailure(
      error.faults.map(({ path, msg, type }) => ({ loc: given.locate(path), msg, type })),
    );
  }
}

/** Adds the members that don't depend on the call, such as what is sold. */
const supplyMembers = ({ errors, ports }: Kernel, { code, members }: Failure): void =>
  void Object.assign(members, errors.get(code)?.supply?.(ports));

const fail = failWith(['role_refused', 'directory_elsewhere']);

function refuseRole(declared: Operation, { caller }: Admitted): void {
  if (caller.kind !== 'operator' || mayUse(caller.role, declared)) return;
  const allowed = ['owner', ...(declared.roles ?? [])].join(', ');
  fail('role_refused', { detail: `Your role is ${caller.role}. This needs: ${allowed}.` });
}

const refuseInCell = (directory_url: string) =>
  fail('directory_elsewhere', {
    detail: `Contacts and opt-outs are kept at ${directory_url}. Send the request there.`,
    members: { directory_url },
  });

/** Whether the caller names the account. Any other caller's credential does. */
const actsForNamedAccount = (declared: Operation, { caller }: Admitted): boolean =>
  caller.kind === 'internal' && declared.account !== undefined;

async function resolveAccount(
  kernel: Kernel,
  declared: Operation,
  { headers }: Admitted,
  input: Record<string, unknown>,
): Promise<Pick<Call, 'account' | 'key'>> {
  const account = await kernel.gate.account(String(input.account_id));
  const header = (name: string, value: string) => {
    headers[name] = value;
  };
  const key = declared.actsAs === 'key' ? await kernel.gate.keyOf(account, header) : null;
  return { account, key };
}

/** A body up to this size isn't heavy work, unless it is compressed. */
const lightBytes = 64 * 1024;

/** Whether it is gzip or ZIP (spreadsheets are ZIP files): the content may be a thousand times as large. */
const isPacked = ({ upload }: RequestFacts): boolean =>
  Buffer.isBuffer(upload?.body) && /^(?:\x1f\x8b|PK)/.test(upload.body.toString('latin1', 0, 2));

/** Whether the call waits for its owner's turn before it takes a connection. */
function isHeavy({ declared: { share }, admitted: { request } }: Call): boolean {
  if (share !== 'uploads') return share === 'reports';
  return !(Number(request.headers['content-length']) <= lightBytes) || isPacked(request);
}

const inShare = (call: Call, run: () => Promise<StoredAnswer>): Promise<StoredAnswer> =>
  call.kernel.ports.heavyWork[call.declared.share!].run(heavyOwnerOf(call), run);

/** The owner of the turn: the account, or else the caller. */
const heavyOwnerOf = ({ account, admitted }: Call): string =>
  account ? String(account.id) : actorOf(admitted.caller);

const runners: Record<Operation['kind'], (call: Call) => Promise<StoredAnswer>> = {
  query: runQuery,
  command: runCommand,
  process: runProcess,
};

async function runQuery(call: Call): Promise<StoredAnswer> {
  const { kernel, declared, input } = call;
  const { db, heavyWork, replica } = kernel.ports;
  const primary = (declared.share === 'reports' ? heavyWork.db : db) as Db;
  const read = async (on: Db) => {
    const effects = new CollectedEffects(kernel, authorOf(call));
    return { effects, body: await declared.run(new RunContext(call, on, effects, noPhases), input) };
  };
  const lagging = declared.readsMayLag ? replica.db() : null;
  const { effects, body } = await (lagging
    ? read(lagging).catch((error) => {
        if (replica.hasFailed(error)) return read(primary);
        throw error;
      })
    : read(primary));
  if (declared.showsContacts && isOperator(call.admitted.caller))
    effects.audit('contacts.shown', { ...input, account_id: call.account?.account_id });
  if (effects.isPending()) await kernel.transaction((db) => effects.write(db));
  effects.committed();
  return answerOf(call, body);
}

const noPhases = () => {
  throw new Error('only an operation of kind "process" has phases');
};

function runCommand(call: Call): Promise<StoredAnswer> {
  const { kernel, declared, input } = call;
  return transact(kernel, authorOf(call), async (db, effects) => {
    const claim = claimOf(call);
    const first = claim && (await kernel.answers.claim(db, claim));
    if (first) return replayed(call, first);
    const body = await declared.run(new RunContext(call, db, effects, noPhases), input);
    if (!effects.saidWhatChanged()) requireAuditRow(call);
    const answer = answerOf(call, body);
    if (claim) await kernel.answers.keep(db, claim, answer);
    return answer;
  });
}

async function runProcess(call: Call): Promise<StoredAnswer> {
  const { kernel, declared, input } = call;
  const db = kernel.ports.db as Db;
  const claim = claimOf(call);
  const lease = claim && (await kernel.answers.lease(db, claim));
  if (lease && 'status' in lease) return replayed(call, lease);
  try {
    const phases = new Phases(call, lease);
    const effects = new CollectedEffects(kernel, authorOf(call));
    const body = await declared.run(new RunContext(call, db, effects, (work) => phases.run(work)), input);
    if (!effects.saidWhatChanged() && !phases.saidWhatChanged) requireAuditRow(call);
    const answer = answerOf(call, body);
    // Together, so that a call that lost its lease leaves nothing behind.
    if (lease || effects.isPending()) {
      await kernel.transaction(async (transaction) => {
        await lease?.finish(transaction, answer);
        await effects.write(transaction);
      });
    }
    effects.committed();
    return answer;
  } catch (error) {
    await lease
      ?.release(db)
      .catch((cause) =>
        kernel.log.warn({ error: cause }, 'could not release the lease on an idempotency key'),
      );
    throw error;
  } finally {
    lease?.[Symbol.dispose]();
  }
}

/** The phases of one call, by number. Phases that an earlier attempt committed don't run again. */
class Phases {
  saidWhatChanged: boolean;
  readonly #call: Call;
  readonly #lease: AnswerLease | null;
  #count = 0;
  #isUnderWay = false;

  constructor(call: Call, lease: AnswerLease | null) {
    this.#call = call;
    this.#lease = lease;
    this.saidWhatChanged = (lease?.phases.size ?? 0) > 0;
  }

  async run<Result>(work: (phase: Phase) => Promise<Result>): Promise<never> {
    const { kernel, declared } = this.#call;
    const lease = this.#lease;
    if (this.#isUnderWay) throw new Error(`${declared.id} began a phase before the one before it had ended`);
    const at = this.#count++;
    if (lease?.phases.has(at)) return lease.phases.get(at) as never;
    this.#isUnderWay = true;
    try {
      const result = await transact(kernel, authorOf(this.#call), async (db, effects) => {
        const { audit, enqueue, afterCommit } = effects;
        const done = asStored(await work({ db, audit, enqueue, afterCommit }));
        await lease?.savePhase(db, at, done);
        this.saidWhatChanged ||= effects.saidWhatChanged();
        return done;
      });
      return result as never;
    } finally {
      this.#isUnderWay = false;
    }
  }
}

const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

function replayed({ admitted }: Call, first: StoredAnswer): StoredAnswer {
  Object.assign(admitted.headers, first.headers, { 'Idempotency-Replayed': 'true' });
  return first;
}

/** An operator's change must leave an audit row, or say that nothing changed; without either it is rolled back. */
function requireAuditRow({ declared, admitted }: Call): void {
  if (admitted.caller.kind === 'operator') throw new Error(`${declared.id} wrote no audit row`);
}

const authorOf = ({ declared, admitted: { caller, request } }: Call) => ({
  by: isOperator(caller) ? 'operator' : caller.kind,
  actor: actorOf(caller),
  operation: declared.id,
  requestId: request.id,
});
