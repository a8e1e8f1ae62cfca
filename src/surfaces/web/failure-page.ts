import { html } from '#core/answers/page-view.ts';
import { htmlDocument } from '../html-document.ts';

interface Failed {
  requestId: string;
  /** Where to try again. */
  again: string;
}

/** Something went wrong that isn't the person's doing. */
export const failurePage = (title: string, detail: string, { requestId, again }: Failed): string =>
  htmlDocument({
    title,
    main: html`<h1>${title}</h1>
<p>${detail}</p>
<p><a class="button" href="${again}">Try again</a></p>
<p class="hint">Request ${requestId}</p>`,
  });
