import type { Context, Db } from '#core/context.ts';
import { failField } from '#core/failure.ts';
import { port } from '#core/ports.ts';
import type { Subject } from './shapes.ts';
import { keysOfSubject, subjectsOf } from './subjects.ts';

/** The addresses of operators: those in OPERATORS, and those with a role or a session. */
export const OperatorAddresses = port<(db: Db) => Promise<readonly string[]>>('operatorAddresses');

/** Whether the lock keeps the person with this address out. */
const stops = ({ subject_type, subject }: Subject, email: string): boolean => {
  const keys = keysOfSubject(subject_type, subject);
  return subjectsOf({ email }).some((key) => keys.includes(key));
};

/** Operators who lock themselves could not sign in to lift it. */
export function refuseOwnLock({ caller }: Pick<Context, 'caller'>, subject: Subject): void {
  if (caller.kind === 'operator' && caller.name.includes('@') && stops(subject, caller.name))
    failField(['subject'], 'This would lock you out. Another owner can lock it');
}

/** A lock on an operator ends their sessions of the console, so only an owner makes or lifts it. */
export async function requireOwnerFor(
  ctx: Pick<Context<'role_refused'>, 'db' | 'ports' | 'caller' | 'fail'>,
  subject: Subject,
): Promise<void> {
  if (ctx.caller.kind === 'operator' && ctx.caller.role === 'owner') return;
  const addresses = await ctx.ports.use(OperatorAddresses)(ctx.db);
  const stopped = addresses.find((email) => stops(subject, email));
  if (stopped !== undefined)
    ctx.fail('role_refused', {
      detail: `This lock stops the operator ${stopped}. Only an owner can make or lift it.`,
    });
}
