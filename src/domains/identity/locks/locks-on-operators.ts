import type { Context, Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import type { Subject } from './shapes.ts';
import { keysOfSubject, subjectsOf } from './subjects.ts';

/** The addresses of operators: those in OPERATORS, and those with a role or a session. */
export const OperatorAddresses = port<(db: Db) => Promise<readonly string[]>>('operatorAddresses');

/** Operators who lock themselves could not sign in to lift it. */
export function refuseOwnLock({ caller }: Pick<Context, 'caller'>, { subject_type, subject }: Subject): void {
  if (caller.kind !== 'operator' || !caller.name.includes('@')) return;
  const own = subjectsOf({ email: caller.name });
  if (keysOfSubject(subject_type, subject).some((key) => own.includes(key)))
    failField(['subject'], 'This would lock you out. Another owner can lock it');
}

/** A lock on an operator ends their sessions of the console, so only an owner makes or lifts it. */
export async function requireOwnerFor(
  ctx: Pick<Context<'role_refused'>, 'db' | 'ports' | 'caller' | 'fail'>,
  { subject_type, subject }: Subject,
): Promise<void> {
  if (ctx.caller.kind === 'operator' && ctx.caller.role === 'owner') return;
  const keys = new Set(keysOfSubject(subject_type, subject));
  const addresses = await ctx.ports.use(OperatorAddresses)(ctx.db);
  const stopped = addresses.find((email) => subjectsOf({ email }).some((key) => keys.has(key)));
  if (stopped !== undefined)
    ctx.fail('role_refused', {
      detail: `This lock stops the operator ${stopped}. Only an owner can make or lift it.`,
    });
}
