import { html } from '#core/answers/page-view.ts';

export interface CheckForm {
  requestId: string;
  /** Null when the page doesn't know it. The person still has it. */
  nonce: string | null;
  prefix: string;
}

/** The steps to verify a profile, ending with a button. */
export const checkForm = ({ requestId, nonce, prefix }: CheckForm) => html`<ol>
<li>Copy this text:${nonce === null ? ' the one we gave you.' : html`<code>${nonce}</code>`}</li>
<li>Paste it into the bio or website field of your profile, and save the profile.</li>
<li>Come back to this page and press the button. You can remove the text afterwards.</li>
</ol>
<form method="post" action="${prefix}/opt-out/confirm">
<input type="hidden" name="request_id" value="${requestId}">
<input type="hidden" name="check" value="true">
${nonce === null ? null : html`<input type="hidden" name="nonce" value="${nonce}">`}
<button>Check my profile</button>
</form>`;
