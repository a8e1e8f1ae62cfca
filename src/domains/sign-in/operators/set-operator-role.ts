import Type from 'typebox';
import { admin } from '#core/door.ts';
import { failField } from '#core/failure.ts';
import { operation } from '#core/operation.ts';
import { requiredReason } from '#core/shapes.ts';
import { readEmail } from '#domains/accounts/index.ts';
import { maskedEmail } from '#values/masked.ts';
import { Operator, OperatorEmail, OperatorRoleName } from '../shapes.ts';
import { Operators } from './create-operator-link.ts';
import { operatorsKnown, roleOf, saveRole } from './roles.ts';

export const setOperatorRole = operation({
  id: 'sign-in.set-operator-role',
  summary: 'Set the role of an operator',
  description:
    'It counts from the next request of the console on. The admin secret itself always has the role of an owner. If `OPERATORS` is set, ' +
    'it must list the address.',
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

  async run(ctx, { email: given, role, reason }) {
    const email = readEmail(['email'], given);
    const listed = ctx.ports.use(Operators);
    if (listed.length > 0 && !listed.includes(email)) failField(['email'], 'The address is not in OPERATORS');
    const before = await roleOf(ctx.db, email);
    const isNew = !(await operatorsKnown(ctx.db, [], ctx.now())).some((one) => one.email === email);
    if (isNew || before !== role)
      await saveRole(ctx.db, { email, role, changed_at: ctx.now(), actor: ctx.actor });
    ctx.audit('operator.role_set', {
      operator: maskedEmail(email),
      before: { role: before },
      after: { role },
      reason,
    });
    return (await operatorsKnown(ctx.db, listed, ctx.now())).find((one) => one.email === email)!;
  },
});
