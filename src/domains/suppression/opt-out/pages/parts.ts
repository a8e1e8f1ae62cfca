import { html, type PageRefusal } from '#core/answers/page-view.ts';

/** Explains a refusal that isn't about the person's input. */
export function sayRefusal({ code, detail }: PageRefusal): string {
  switch (code) {
    case 'rate_limited':
      return detail ?? 'There were too many requests. Try again in a minute.';
    case 'profile_unreachable':
      return (
        'The site of your profile does not answer. Try again in a few minutes. We have noted your request and will review it ' +
        'if the site stays down.'
      );
    case 'unsupported_media_type':
      return 'The form was sent in a way that we do not understand. Fill in the form on this page and press its button.';
    default:
      return 'Something went wrong on our side. Try again in a few minutes.';
  }
}

export const refusalBox = (words: string) => html`<div class="refusal" role="alert"><p>${words}</p></div>`;

export const instantInWords = (instant: Date | string): string => {
  const [day, time] = new Date(instant).toISOString().split('T') as [string, string];
  return `${time.slice(0, 5)} UTC on ${new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })}`;
};

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
<button class="primary">Check my profile</button>
</form>`;
