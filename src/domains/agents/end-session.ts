import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const endSession = operation({
  id: 'agents.end-session',
  summary: "End an agent's session",
  description: 'Accepted, so that every client can leave. No session is kept.',
  kind: 'query',
  doors: [open('DELETE', '/mcp')],
  input: Type.Object({}),
  output: Type.Object({
    sessions_kept: Type.Literal(0, { description: 'Always 0: the endpoint keeps no sessions.' }),
  }),
  errors: [],

  run: () => ({ sessions_kept: 0 as const }),
});
