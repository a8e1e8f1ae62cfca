import Type from 'typebox';
import { open } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { fictionalPeople } from '../finding/fictional-directory.ts';
import { FindAnswer } from '../shapes.ts';
import { exampleAnswer } from './example-answer.ts';

export const showExamples = operation({
  id: 'lookup.show-examples',
  summary: 'Show answers about fictional people, without a key',
  description:
    'The answers of a test key for the people of the fictional directory. The warning `fictional_person` marks each answer.',
  kind: 'query',
  doors: [open('GET', '/api/v1/examples', { cacheSeconds: 300 })],
  output: Type.Object({ items: Type.Array(FindAnswer) }),

  run: (ctx) => ({
    items: fictionalPeople.map(({ profile, contacts }) =>
      exampleAnswer({ profile_url: profile.url }, { profile, contacts, createdAt: ctx.now() }),
    ),
  }),
});
