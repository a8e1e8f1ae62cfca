import type { Context, Db } from '#core/context.ts';
import { takeTurn } from '#core/database/statement.ts';
import { failField } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import { lockTable } from './lock-table.ts';
import type { Subject } from './shapes.ts';
import { locksUntil } from './sql.ts';
import { keysOfSubject, subjectsOf } from './subjects.ts';

/** The addresses of operators: those in OPERATORS, and those with a role or a session. */
export const OperatorAddresses = port<(db: Db) => Promise<readonly string[]>>('operatorAddresses');

type LockingContext = Pick<Context<'role_refused'>, 'db' | 'now' | 'ports' | 'caller' | 'fail'>;

/** Whether the lock keeps the person with this address out. */
const stops = ({ subject_type, subject }: Subject, email: string): boolean => {
  const keys = keysOfSubject(subject_type, subject);
  return subjectsOf({ email }).some((key) => keys.includes(key));
};

/** Operators who lock themselves could not sign in to lift it, nor could two who lock each other at once: the second is refused. */
export async function refuseOwnLock(ctx: LockingContext, subject: Subject): Promise<void> {
  const { db, now, caller, fail } = ctx;
  if (caller.kind !== 'operator' || !caller.name.includes('@')) return;
  if (stops(subject, caller.name))
    failField(['subject'], 'This would lock you out. Another owner can lock it');
  await takeTurn(db, 'locks by operators');
  const locks = lockTable(await locksUntil(db, now()));
  if (locks.holds(subjectsOf({ email: caller.name }), now()))
    fail('role_refused', { detail: 'Another operator has just locked you out, so nothing was locked.' });
}

/** A lock on an operator ends their sessions of the console, so only an owner makes or lifts it. */
export async function requireOwnerFor(ctx: LockingContext, subject: Subject): Promise<void> {
  if (ctx.caller.kind === 'operator' && ctx.caller.role === 'owner') return;
  const addresses = await ctx.ports.use(OperatorAddresses)(ctx.db);
  const stopped = addresses.find((email) => stops(subject, email));
  if (stopped !== undefined)
    ctx.fail('role_refused', {
      detail: `This lock stops the operator ${stopped}. Only an owner can make or lift it.`,
    });
}
