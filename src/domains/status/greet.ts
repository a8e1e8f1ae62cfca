import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const greet = operation({
  id: 'status.greet',
  summary: 'Say what answers here and where to read on',
  kind: 'query',
  doors: [open('GET', '/')],
  input: Type.Object({}),
  output: Type.Object({
    name: Type.String(),
    description: Type.String(),
    links: Type.Record(Type.String(), Type.String()),
  }),
  errors: [],

  run: () => ({
    name: 'Contactry',
    description: 'A link to a profile goes in; the e-mails, phones and links that are really known come out.',
    links: {
      reference: '/reference',
      openapi: '/openapi.json',
      notes_for_agents: '/api/docs',
      health: '/api/v1/health',
      status: '/api/v1/status',
      opt_out: '/opt-out',
    },
  }),
});
