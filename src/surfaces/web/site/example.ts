import type { FindAnswer } from '#client';
import { html, listed, type Markup } from '#core/answers/page-view.ts';

/** A link as people paste it. */
export const shortLink = (url: string): string => url.replace(/^https:\/\/(www\.)?/, '');

const statuses: Readonly<Record<string, readonly [tone: string, text: string]>> = {
  verified: ['good', 'Verified'],
  accept_all: ['warn', 'Accepts all'],
  unverified: ['warn', 'Unverified'],
  invalid: ['bad', 'Invalid'],
};

/** An answer as `/app` shows it: the person, then a row for each value with its source. */
export function answerPart({ person, profile, emails, phones, links }: FindAnswer): Markup {
  const about = [person.headline, person.company, person.location].filter(Boolean).join(' · ');
  return html`<p class="who"><strong>${person.full_name ?? profile.handle}</strong> <span class="faint">${about}</span></p>
<ul class="values">
${listed(emails.map((email) => row(email.address, `${email.type} email`, email, email.status)))}
${listed(phones.map((phone) => row(spaced(phone.number), `${phone.type.replaceAll('_', ' ')} phone`, phone)))}
${listed(links.map((link) => row(shortLink(link.url), 'link', link)))}
</ul>`;
}

function row(
  value: string,
  kind: string,
  { sources }: Pick<FindAnswer['links'][number], 'sources'>,
  status?: string,
): Markup {
  const [tone, text] = statuses[status ?? ''] ?? [];
  const [source] = sources;
  return html`<li><span class="value">${value}</span>
<span class="faint">${kind}</span>
<span>${text ? html`<span class="badge ${tone ?? null}">${text}</span>` : null}</span>
<span class="faint">${source ? `Seen at ${source.url ? shortLink(source.url) : source.source}, ${dayOf(source.seen_at)}` : null}</span></li>
`;
}

const dayOf = (instant: string): string =>
  new Date(instant).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** The two countries of the fictional directory. Other numbers stay as they are. */
const spaced = (number: string): string =>
  number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3').replace(/^\+44(\d{4})(\d{6})$/, '+44 $1 $2');
