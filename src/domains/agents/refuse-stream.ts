import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

/** Before any credential is asked for: programs that get a 401 here start a sign-in for a stream that there is not. */
export const refuseStream = operation({
  id: 'agents.refuse-stream',
  summary: 'Learn that there is no event stream',
  description: 'Always 405. Agents send their messages by `POST /mcp`, and no server message waits for them.',
  kind: 'query',
  doors: [open('GET', '/mcp', { isHandshake: true })],
  input: Type.Object({}),
  output: Type.Object({}),
  errors: ['method_not_allowed'],

  run: (ctx) =>
    ctx.fail('method_not_allowed', {
      detail: 'There is no event stream. Send each message by `POST /mcp`.',
      headers: { Allow: 'POST, DELETE' },
    }),
});
