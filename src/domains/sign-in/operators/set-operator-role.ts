import Type from 'typebox';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { Operator, OperatorEmail, OperatorRoleName } from '../shapes.ts';
import { Operators } from './create-operator-link.ts';
import { askingSession } from './link.ts';
import { lockRoles, operatorsKnown, roleOf, saveRole } from './roles.ts';

export const setOperatorRole = operation({
  id: 'sign-in.set-operator-role',
  summary: 'Set the role of an operator',
  description:
    'It counts from the next request of the console on. The admin secret itself always has the role of an owner. In the console, owners ' +
    "can't take the role from themselves, so one always remains. If `OPERATORS` is set, it must list the address.",
  kind: 'command',
  doors: [admin('POST', '/api/v1/admin/operators')],
  roles: [],
  input: Type.Object({
    email: OperatorEmail,
    role: OperatorRoleName,
    reason: requiredReason('The reason, for the audit log.'),
  }),
  example: { email: 'mira@operators.example.com', role: 'support', reason: 'Answers the help desk' },
  output: Operator,
  errors: ['role_refused'],

  async run(ctx, { email: given, role, reason }) {
    const email = readEmail(['email'], given);
    const listed = ctx.ports.use(Operators);
    if (listed.length > 0 && !listed.includes(email)) failField(['email'], 'The address is not in OPERATORS');
    if (role !== 'owner') await keepAnOwner(ctx, email);
    const before = await roleOf(ctx.db, email);
    const isNew = !(await operatorsKnown(ctx.db, [], ctx.now())).some((one) => one.email === email);
    if (isNew || before !== role)
      await saveRole(ctx.db, { email, role, changed_at: ctx.now(), actor: ctx.actor });
    ctx.audit('operator.role_set', {
      operator: email,
      before: { role: before },
      after: { role },
      reason,
    });
    return (await operatorsKnown(ctx.db, listed, ctx.now())).find((one) => one.email === email)!;
  },
});

/** Two owners who take the role from each other at once: the second isn't one any more. */
async function keepAnOwner(ctx: Context<'role_refused'>, email: string): Promise<void> {
  const session = await askingSession(ctx);
  if (session === null) return;
  if (session?.email === email)
    failField(['email'], "You can't take the role of an owner from yourself. Another owner can");
  await lockRoles(ctx.db);
  if (!session || (await roleOf(ctx.db, session.email)) !== 'owner')
    ctx.fail('role_refused', { detail: 'You are not an owner any more.' });
}
