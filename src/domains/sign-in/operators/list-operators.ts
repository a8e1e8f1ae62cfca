import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { Operator } from '../shapes.ts';
import { Operators } from './create-operator-link.ts';
import { operatorsKnown } from './roles.ts';

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
