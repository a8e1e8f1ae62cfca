import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const showAgentNotes = operation({
  id: 'status.show-agent-notes',
  summary: 'Get notes for AI agents, in plain text',
  kind: 'query',
  doors: [open('GET', '/api/docs')],
  input: Type.Object({}),
  output: Type.String(),
  contentType: 'text/plain; charset=utf-8',
  errors: [],

  run: (ctx) => ctx.ports.agentNotes(),
});
