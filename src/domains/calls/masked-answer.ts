import type { FindAnswer } from '#domains/lookup/index.ts';
import { withoutContacts } from '#values/redaction.ts';

const dots = '•••';

/** `asha@example.com` as `a•••@example.com`. */
const maskedEmail = (address: string): string =>
  `${[...address][0]}${dots}${address.slice(address.lastIndexOf('@'))}`;

/** `+919812345678` as `+91•••78`. */
const maskedPhone = (number: string): string => `${number.slice(0, 3)}${dots}${number.slice(-2)}`;

const hiddenUrl = (url: string): string => (URL.canParse(url) ? `${new URL(url).origin}/${dots}` : dots);

/** Pages on which a value was seen may show it. */
const hiddenSources = (sources: FindAnswer['emails'][number]['sources']) =>
  sources.map((source) => ({ ...source, url: source.url === null ? null : hiddenUrl(source.url) }));

const maskedAddress = (email: FindAnswer['emails'][number]) => ({
  ...email,
  address: maskedEmail(email.address),
  sources: hiddenSources(email.sources),
});

const hiddenIn = (text: string | null): string | null => text && withoutContacts(text);

/** Hides texts of the customer that look like a contact. A profile's link needs no query. */
const maskedInput = ({ profile_url, name, client_reference }: FindAnswer['input']) => ({
  profile_url: profile_url.replace(/[?#].*/s, ''),
  name: hiddenIn(name),
  client_reference: hiddenIn(client_reference),
});

/** The answer with every contact in it masked. */
export const maskedAnswer = (answer: FindAnswer) => ({
  ...answer,
  input: maskedInput(answer.input),
  emails: answer.emails.map(maskedAddress),
  company_email: answer.company_email && maskedAddress(answer.company_email),
  phones: answer.phones.map((phone) => ({
    ...phone,
    number: maskedPhone(phone.number),
    sources: hiddenSources(phone.sources),
  })),
  links: answer.links.map((link) => ({
    ...link,
    handle: link.handle === null ? null : dots,
    url: dots,
    sources: hiddenSources(link.sources),
  })),
});
