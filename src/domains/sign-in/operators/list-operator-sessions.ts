import Type from 'typebox';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { OperatorSession } from '../shapes.ts';
import { openSessions } from './sql.ts';

/** Each lasts 12 hours at most. */
const sessionsMax = 1_000;

export const listOperatorSessions = operation({
  id: 'sign-in.list-operator-sessions',
  summary: 'List the open sessions of the console, newest first',
  kind: 'query',
  doors: [admin('GET', '/api/v1/admin/operators/sessions')],
  output: Type.Object({ items: Type.Array(OperatorSession, { maxItems: sessionsMax }) }),

  async run(ctx) {
    return { items: await openSessions(ctx.db, ctx.now(), sessionsMax) };
  },
});
