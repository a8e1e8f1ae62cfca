import Type from 'typebox';
import { page } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { askPage, formPage } from './pages/ask-page.ts';

export const showOptOutForm = operation({
  id: 'suppression.show-opt-out-form',
  summary: 'Show a page to opt out',
  kind: 'query',
  atDirectory: true,
  doors: [page('GET', '/opt-out', { answer: () => formPage({}), refusal: askPage.refusal })],
  output: Type.Object({}),

  run: () => ({}),
});
