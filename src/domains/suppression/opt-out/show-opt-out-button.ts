import Type from 'typebox';
import { page } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { buttonPage, confirmPage } from './pages/confirm-page.ts';

export const showOptOutButton = operation({
  id: 'suppression.show-opt-out-button',
  summary: 'Show a page to confirm an opt-out by mail',
  description:
    'The link in the mail leads here. It shows a button and changes nothing, because mail scanners open every link.',
  kind: 'query',
  atDirectory: true,
  doors: [
    page('GET', '/opt-out/confirm', {
      answer: (_, request) => buttonPage(request),
      refusal: confirmPage.refusal,
    }),
  ],
  input: Type.Object({
    request_id: Type.Optional(
      Type.String({ maxLength: 100, description: "The request's id, from the mail." }),
    ),
    token: Type.Optional(Type.String({ maxLength: 200, description: 'The token from the mail.' })),
  }),
  example: { request_id: 'opt_4mAYQ7rYV0bIqJm2vQx1sT', token: '3Zk9VtQd0cU2' },
  output: Type.Object({}),

  run: () => ({}),
});
