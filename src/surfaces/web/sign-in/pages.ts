import { html } from '#core/answers/page-view.ts';
import { htmlDocument } from '../../html-document.ts';
import type { App } from '../apps.ts';
import { type Ending, endings } from '../sessions/sessions.ts';
import type { Provider } from './provider.ts';

const titles: Readonly<Record<App, string>> = {
  app: 'Sign in to Contactry',
  console: 'Sign in to the Contactry console',
};

const startAddress = (app: App, to: string): string => `/${app}/sign-in/start?${new URLSearchParams({ to })}`;

/** The page for people who aren't signed in. */
export function signInPage(
  app: App,
  { provider, to, because }: { provider: Provider | null; to: string; because: Ending | null },
): string {
  const main = html`<h1>${titles[app]}</h1>
${because && html`<div class="refusal" role="alert"><p>${endings[because]}</p></div>`}
${provider ? html`<p><a class="button" href="${startAddress(app, to)}">Continue with ${provider.name}</a></p>` : notSetUp}
${app === 'console' ? operatorHint : null}`;
  return htmlDocument({ title: titles[app], main });
}

const notSetUp = html`<p>Sign-in isn’t set up yet. The operator of this service sets OIDC_ISSUER and OIDC_CLIENT_ID
to an OpenID Connect provider.</p>`;

const operatorHint = html`<p class="hint">Operators also sign in with a one-time link, which the command
./contactry console YOUR_EMAIL prints.</p>`;

/** A link is used by a click. */
export const linkPage = (token: string): string =>
  htmlDocument({
    title: titles.console,
    main: html`<h1>${titles.console}</h1>
<p>This link signs in the person it was made for, once. The audit log records everything you change under that person’s email.</p>
<form method="post" action="/console/sign-in/link">
<input type="hidden" name="token" value="${token}">
<button autofocus>Sign in</button>
</form>`,
  });
