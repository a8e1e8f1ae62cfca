import {
  html,
  type Page,
  type PageRefusal,
  type PageRequest,
  type PageView,
} from '#core/answers/page-view.ts';
import { nonceForm } from '../proof.ts';
import { checkForm, refusalBox, sayRefusal } from './parts.ts';

/** The result of pressing a button, either after the link in a mail or to check a profile. */
export const confirmPage: PageView = {
  answer: (_, { given }) => ({
    title: 'You have opted out',
    main: html`<h1>You have opted out</h1>
<p>From now on we share nothing about you. We erase what we stored within minutes, and keep only a code that stands for your
address or profile, so that you stay opted out. The address can't be read from it.</p>
${given.check === undefined ? null : html`<p>You can now remove the text from your profile.</p>`}`,
  }),
  refusal: (refusal, request) => {
    const { given } = request;
    if (given.check !== undefined && given.request_id !== undefined) return profileRefusal(refusal, request);
    const mayTryAgain = refusal.code !== 'opt_out_not_proven' && refusal.code !== null;
    return mayTryAgain ? buttonPage(request, sayRefusal(refusal)) : deadLink(request);
  },
};

/** A GET only shows the button, because mail scanners open every link. */
export function buttonPage(request: PageRequest, refused?: string): Page {
  const { given, prefix } = request;
  const { request_id: requestId, token } = given;
  if (requestId === undefined || token === undefined) return deadLink(request);
  return {
    title: 'Confirm your opt-out',
    main: html`<h1>Confirm your opt-out</h1>
${refused === undefined ? null : refusalBox(refused)}
<p>Someone asked us not to share your email address. If you want that, press the button. We then share nothing about you any
more, and erase what we stored.</p>
<form method="post" action="${prefix}/opt-out/confirm">
<input type="hidden" name="request_id" value="${requestId}">
<input type="hidden" name="token" value="${token}">
<button class="primary">Opt out</button>
</form>
<p>If you don't want that, close this page. Nothing happens then.</p>`,
  };
}

const deadLink = ({ prefix }: PageRequest): Page => ({
  title: "This link doesn't work",
  main: html`<h1>This link doesn't work</h1>
<p>It may be older than 24 hours, or part of it may be missing. Copy the whole link from the mail, or <a
href="${prefix}/opt-out">send a new request</a>.</p>`,
});

function profileRefusal(refusal: PageRefusal, { given, prefix }: PageRequest): Page {
  // Only text that could be one of our nonces is echoed. The page repeats nothing else from the request.
  const nonce = nonceForm.test(given.nonce ?? '') ? given.nonce! : null;
  const words =
    refusal.code === 'opt_out_not_proven'
      ? 'We did not find the text in your profile. Some sites show a change only after a minute. Try again then.'
      : sayRefusal(refusal);
  return {
    title: 'Not confirmed yet: prove that the profile is yours',
    main: html`<h1>Prove that the profile is yours</h1>
${refusalBox(words)}
${checkForm({ requestId: given.request_id!, nonce, prefix })}
<p>Did you get the text on another day? <a href="${prefix}/opt-out">Send a new request</a> to get today's.</p>`,
  };
}
