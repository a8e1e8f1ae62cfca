import Type from 'typebox';
import { page } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { buttonPage, confirmPage } from './pages/confirm-page.ts';

export const showOptOutButton = operation({
  id: 'suppression.show-opt-out-button',
  summary: 'A page to confirm a mailed request to be left out',
  description:
    'The link in the mail. It shows a button and changes nothing: programs that check mails open every link.',
  kind: 'query',
  doors: [
    page('GET', '/opt-out/confirm', {
      answer: (_, request) => buttonPage(request),
      refusal: confirmPage.refusal,
    }),
  ],
  input: Type.Object({
    request_id: Type.Optional(Type.String({ maxLength: 100, description: 'From the mail.' })),
    token: Type.Optional(Type.String({ maxLength: 200, description: 'From the mail.' })),
  }),
  output: Type.Object({}),
  errors: [],

  run: () => ({}),
});
