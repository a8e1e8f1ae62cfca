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
