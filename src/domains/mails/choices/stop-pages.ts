import Type, { type Static } from 'typebox';
import { html, type Page, type PageRequest, type PageView } from '#core/answers/page-view.ts';
import { text } from '#core/shapes.ts';

export const StopLink = Type.Object({
  token: Type.String({ maxLength: 200, description: 'From the link in the mail.' }),
});

export const StoppedType = Type.Object({ title: text('The name of the type.', 'Jobs') });
type StoppedType = Static<typeof StoppedType>;

export const buttonPage = ({ title }: StoppedType, { given, prefix }: PageRequest): Page => ({
  title: `Stop mails: ${title}`,
  main: html`<h1>Stop mails: ${title}</h1>
<p>Press the button to get no more mails of this kind. Other mails still arrive.</p>
<form method="post" action="${prefix}/mails/off/${encodeURIComponent(given.token ?? '')}">
<button class="primary">Stop these mails</button>
</form>`,
});

export const stopPages: PageView<StoppedType> = {
  answer: ({ title }, { prefix }) => ({
    title: 'You get no more of these mails',
    main: html`<h1>You get no more of these mails</h1>
<p>${title}: switched off. You can switch them on again <a href="${prefix}/app/mails">in your account</a>.</p>`,
  }),
  refusal: ({ code }) =>
    code === 'rate_limited'
      ? {
          title: 'Try again in a minute',
          main: html`<h1>Try again in a minute</h1><p>There were too many requests from your network.</p>`,
        }
      : {
          title: "This link doesn't work",
          main: html`<h1>This link doesn't work</h1>
<p>It may be very old, or part of it may be missing. Copy the whole link from the mail.</p>`,
        },
};
