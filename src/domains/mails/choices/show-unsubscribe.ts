import { page } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { mailTypes } from '../account-mails/mail-types.ts';
import { buttonPage, StopLink, StoppedType, stopPages } from './stop-pages.ts';
import { mailOfLink } from './unsubscribe-link.ts';

export const showUnsubscribe = operation({
  id: 'mails.show-unsubscribe',
  summary: 'Show a page to stop mails of a type',
  description:
    'The link in the mail leads here. It shows a button and changes nothing, because mail scanners open every link.',
  kind: 'query',
  doors: [page('GET', '/mails/off/{token}', { ...stopPages, answer: buttonPage })],
  input: StopLink,
  example: { token: 'mail_4mAYQ7rYV0bIqJm2vQx1sT-0f0c6d2c1d6f8d0e9a55b0f2f7f8f3a1' },
  output: StoppedType,
  errors: ['not_found'],

  async run(ctx, { token }) {
    const { type } = await mailOfLink(ctx, token);
    return { title: mailTypes[type].title };
  },
});
