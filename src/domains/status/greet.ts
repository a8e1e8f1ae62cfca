import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';

export const greet = operation({
  id: 'status.greet',
  summary: 'Describe the service and link to its documentation',
  kind: 'query',
  doors: [open('GET', '/')],
  input: Type.Object({}),
  output: Type.Object({
    name: Type.String({ description: 'The product.' }),
    description: Type.String({ description: "The service's purpose, in a sentence." }),
    links: Type.Record(Type.String(), Type.String()),
  }),
  errors: [],

  run: () => ({
    name: 'Contactry',
    description: 'Send a link to a profile and get the emails, phones and links that are actually known.',
    links: {
      reference: '/reference',
      openapi: '/openapi.json',
      notes_for_agents: '/api/docs',
      llms_txt: '/llms.txt',
      mcp: '/mcp',
      health: '/api/v1/health',
      status: '/api/v1/status',
      opt_out: '/opt-out',
    },
  }),
});
