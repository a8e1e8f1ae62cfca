import type { Context, Db } from '#core/context.ts';
import { port } from '#core/ports.ts';
import type { Subject } from './shapes.ts';
import { keysOfSubject, subjectsOf } from './subjects.ts';

/** The addresses of operators: those in OPERATORS, and those with a role or a session. */
export const OperatorAddresses = port<(db: Db) => Promise<readonly string[]>>('operatorAddresses');

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
