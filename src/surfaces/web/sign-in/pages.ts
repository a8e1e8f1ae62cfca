import { html } from '#core/answers/page-view.ts';
import type { PlainPage } from '../../html-document.ts';
import type { App } from '../apps.ts';
import { type Ending, endings } from '../sessions/sessions.ts';
import { answerPart } from '../site/example.ts';
import type { Provider } from './provider.ts';

const titles: Readonly<Record<App, string>> = {
  app: 'Sign in to Contactry',
  console: 'Sign in to the Contactry console',
};

const startAddress = (app: App, to: string): string => `/${app}/sign-in/start?${new URLSearchParams({ to })}`;

interface SignIn {
  provider: Provider | null;
  to: string;
  because: Ending | null;
  /** About a fictional person. Undefined: none is shown. */
  sample: Parameters<typeof answerPart>[0] | undefined;
  termsUrl: string;
}

/** The page for people who aren't signed in. */
export const signInPage = (app: App, { provider, to, because, sample, termsUrl }: SignIn): PlainPage => ({
  title: titles[app],
  main: html`<h1>${titles[app]}</h1>
<p class="faint">${promises[app]}</p>
${because && html`<div class="refusal" role="alert"><p>${endings[because]}</p></div>`}
${provider ? html`<p><a class="button primary" href="${startAddress(app, to)}">Continue with ${provider.name}</a></p>` : notSetUp}
${app === 'console' ? operatorHint : newHint}
${termsUrl && app === 'app' ? html`<p class="hint">By continuing you accept the <a href="${termsUrl}">terms</a>.</p>` : null}`,
  aside:
    sample &&
    html`<aside class="sample" aria-label="A sample answer">
${answerPart(sample)}
<p class="hint">A sample answer. The person is fictional.</p>
</aside>`,
});

const promises: Readonly<Record<App, string>> = {
  app: 'Emails and phones that are really known, each with its source. You pay only for what is found.',
  console: 'For operators of this service.',
};

const notSetUp = html`<p>Sign-in isn’t set up yet. The operator of this service sets OIDC_ISSUER and OIDC_CLIENT_ID
to an OpenID Connect provider.</p>`;

const newHint = html`<p class="hint">New here? Continue, and your account is made.</p>`;

const operatorHint = html`<p class="hint">Operators also sign in with a one-time link, which the command
<code>./contactry console YOUR_EMAIL</code> prints.</p>`;

/** A link is used by a click. */
export const linkPage = (token: string): PlainPage => ({
  title: titles.console,
  main: html`<h1>${titles.console}</h1>
<p>This link signs in the person it was made for, once. The audit log records everything you change under that person’s email.</p>
<form method="post" action="/console/sign-in/link">
<input type="hidden" name="token" value="${token}">
<button class="primary" autofocus>Sign in</button>
</form>`,
});
