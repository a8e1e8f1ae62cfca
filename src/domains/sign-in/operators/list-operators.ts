import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instantOrNull, orNull } from '#core/shapes.ts';
import { OperatorEmail, OperatorRoleName } from '../shapes.ts';
import { Operators } from './create-operator-link.ts';
import { operatorsKnown } from './roles.ts';

export const Operator = Type.Object(
  {
    email: OperatorEmail,
    role: OperatorRoleName,
    is_listed: Type.Boolean({
      description: 'Whether `OPERATORS` lists the address. Without that list, links alone open the console.',
    }),
    sessions: Type.Integer({ description: 'Open sessions of the console.' }),
    last_signed_in_at: instantOrNull('When the newest session that is still known was opened.'),
    changed_at: instantOrNull('When the role was set. Null for a role by default.'),
    changed_by: orNull(Type.String(), 'The operator who set it.'),
  },
  { title: 'Operator' },
);

export const listOperators = operation({
  id: 'sign-in.list-operators',
  summary: 'List the operators with their roles',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/operators')],
  output: Type.Object({ items: Type.Array(Operator, { maxItems: 1000 }) }),

  async run(ctx) {
    return { items: await operatorsKnown(ctx.db, ctx.ports.use(Operators), ctx.now()) };
  },
});
