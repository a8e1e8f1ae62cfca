import { html, listed } from '#core/answers/page-view.ts';
import { htmlDocument } from '../../../html-document.ts';

/** Stands where a real provider asks for a password. */
export const developmentPage = (asked: Readonly<Record<string, string>>, fault: string | null): string =>
  htmlDocument({
    title: 'Development sign-in',
    main: html`<h1>Development sign-in</h1>
<p>Sign in as anybody: type an address. This page is for development. It is here only while no OIDC_ISSUER is set.</p>
<form method="post">
${listed(Object.entries(asked).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`))}
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" required autofocus maxlength="200" placeholder="asha@example.com"${
      fault && html` aria-invalid="true" aria-describedby="fault"`
    }>
${fault && html`<p class="fault" id="fault">${fault}</p>`}
<button>Sign in</button>
</form>`,
  });
