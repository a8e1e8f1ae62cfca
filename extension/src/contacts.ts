import type { Answer } from '../../clients/typescript/src/index.ts';
import { button, element, linkTo } from './element.ts';

type Found = Answer<'POST /api/v1/find'>;
type Source = Found['emails'][number]['sources'][number];

/** The known contacts of a person, each value with its sources. */
export function foundView({ person, profile, emails, phones, links, credits, warnings }: Found): Node[] {
  const about = [person.headline, person.company, person.location].filter(Boolean).join(' · ');
  return [
    element('h1', { textContent: person.full_name ?? profile.handle, tabIndex: -1 }),
    element('p', { className: 'quiet', textContent: about || profile.url }),
    ...group(
      'Emails',
      emails.map(({ address, status, sources }) => ({ value: address, note: mailNotes[status], sources })),
    ),
    ...group(
      'Phones',
      phones.map(({ number, extension, sources }) => ({
        value: extension ? `${number} ext. ${extension}` : number,
        sources,
      })),
    ),
    ...group(
      'Links',
      links.map(({ url, sources }) => ({ value: url, sources })),
    ),
    ...warnings.map(({ detail }) => element('p', { className: 'quiet', textContent: detail })),
    creditsView(credits),
  ];
}

export const notFoundView = ({ profile, credits }: Found): Node[] => [
  element('h1', { textContent: 'Nothing is known', tabIndex: -1 }),
  element('p', { textContent: `No source has a contact of ${profile.handle}. That cost nothing.` }),
  creditsView(credits),
];

const mailNotes: Partial<Record<Found['emails'][number]['status'], string>> = {
  verified: 'verified',
  accept_all: 'its domain accepts every name',
  unverified: 'not verified',
  invalid: 'takes no mail',
};

interface Shown {
  value: string;
  note?: string;
  sources: Source[];
}

const group = (title: string, values: Shown[]): Node[] =>
  values.length === 0
    ? []
    : [element('h2', { textContent: title }), element('ul', {}, ...values.map(valueView))];

const valueView = ({ value, note, sources }: Shown): Node =>
  element(
    'li',
    {},
    element(
      'div',
      {},
      element('div', {}, linkTo(value, value) ?? value),
      ...(note ? [element('div', { className: 'quiet', textContent: note })] : []),
      ...sources.map(sourceView),
    ),
    copyButton(value),
  );

/** Names of sources as people write them. */
const sourceView = ({ source, url, seen_at }: Source): Node => {
  const name = source.replaceAll('_', ' ').replace(/^\w/, (letter) => letter.toUpperCase());
  const seen = new Date(seen_at).toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
  return element('div', { className: 'quiet' }, (url && linkTo(url, name)) || name, `, seen ${seen}`);
};

function copyButton(value: string): HTMLButtonElement {
  const copy = button('Copy', async () => {
    const copied = await navigator.clipboard.writeText(value).then(
      () => true,
      () => false,
    );
    copy.textContent = copied ? 'Copied' : 'Copy failed';
    setTimeout(() => {
      copy.textContent = 'Copy';
    }, 2_000);
  });
  copy.setAttribute('aria-label', `Copy ${value}`);
  return copy;
}

export const creditsLeft = (count: number): string => `${count} ${count === 1 ? 'credit' : 'credits'} left`;

const creditsView = ({ charged, remaining }: Found['credits']): Node =>
  element('footer', {
    className: 'quiet',
    textContent: `${charged === 0 ? 'Free' : `${charged} credit used`} · ${creditsLeft(remaining)}`,
  });
