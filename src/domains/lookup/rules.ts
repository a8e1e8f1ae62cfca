import { digestId } from '#core/ids.ts';
import type { ContactSet, Person, Provenance } from '#values/contacts/index.ts';
import { namesClash } from '#values/person-name.ts';
import type { ChargeReason, FindAnswer, FindRequest, Warning } from './shapes.ts';

/** What was found, before it is known whether the account can pay. */
export interface Finding {
  status: FindAnswer['status'];
  person: Person;
  emails: FindAnswer['emails'];
  phones: FindAnswer['phones'];
  links: FindAnswer['links'];
  company_email: FindAnswer['company_email'];
  warnings: Warning[];
  /** Credits, and the reason for the charge. */
  price: { credits: 0 | 1; reason: ChargeReason };
}

const nobody: Person = { full_name: null, headline: null, company: null, location: null };

/** The directory's document. */
export const parseContacts = (text: string | null): ContactSet | null =>
  text === null ? null : (JSON.parse(text) as ContactSet);

/** Whether a sighting may be charged for; some sources' terms forbid it. One billable sighting makes a value billable. */
export type IsBillable = (sighting: Provenance) => boolean;

/** Whether two requests under one operation are the same. */
export const requestHashOf = ({ profile_url, name, include, client_reference }: FindRequest): string =>
  digestId(profile_url, name ?? '', include ? [...include].sort().join() : '', client_reference ?? '');

/** The fields a request asks for; all of them by default. */
export const wantsOf = ({
  include,
}: Pick<FindRequest, 'include'>): readonly ('emails' | 'phones' | 'links')[] =>
  include ?? ['emails', 'phones', 'links'];

/** Whether the search can stop: every field named in `include` is found, or any e-mail or phone without `include`. */
export function isEnough(contacts: ContactSet | null, { include }: Pick<FindRequest, 'include'>): boolean {
  if (contacts === null) return false;
  if (include === undefined) return contacts.emails.length + contacts.phones.length > 0;
  return include.every((part) => contacts[part].length > 0);
}

/** Whether the caller's name rules out the person. */
export const isVetoed = (
  known: ContactSet,
  { name }: Pick<FindRequest, 'name'>,
  handle: string | null,
): boolean => name !== undefined && namesClash(name, known.person.full_name, handle);

export const vetoed = (): Finding =>
  nothingFound([
    {
      code: 'name_mismatch',
      detail: 'The profile belongs to a clearly different name, so no person is returned.',
    },
  ]);

/** Selects the contacts that answer this request, and their price. */
export function answerFrom(
  known: ContactSet | null,
  { name, include }: Pick<FindRequest, 'name' | 'include'>,
  isBillable: IsBillable,
  handle: string | null = null,
): Finding {
  if (known === null) return nothingFound([]);
  if (isVetoed(known, { name }, handle)) return vetoed();
  const wants = wantsOf({ include });
  const emails = wants.includes('emails') ? known.emails : [];
  const phones = wants.includes('phones') ? known.phones : [];
  const links = wants.includes('links') ? known.links : [];
  if (emails.length + phones.length + links.length === 0) return nothingFound([]);
  return {
    status: 'completed',
    person: known.person,
    emails,
    phones,
    links,
    company_email: emails.find((email) => email.type === 'role') ?? null,
    warnings: [],
    price: priceOf([...emails, ...phones], isBillable),
  };
}

export function nothingFound(warnings: Warning[]): Finding {
  return {
    status: 'not_found',
    person: nobody,
    emails: [],
    phones: [],
    links: [],
    company_email: null,
    warnings,
    price: { credits: 0, reason: 'not_found' },
  };
}

/** One credit for at least one e-mail or phone from a billable source. Links alone are free. */
function priceOf(contacts: { sources: Provenance[] }[], isBillable: IsBillable): Finding['price'] {
  if (contacts.length === 0) return { credits: 0, reason: 'links_only' };
  const billable = contacts.some(({ sources }) => sources.some(isBillable));
  return billable
    ? { credits: 1, reason: 'completed_lookup' }
    : { credits: 0, reason: 'source_not_billable' };
}

/** Stands in for an answer that isn't ready. */
export const pendingFinding = (): Finding => ({
  ...nothingFound([]),
  status: 'pending',
  price: { credits: 0, reason: 'pending' },
});

/** Ends a lookup without an answer or charge. The warning gives the reason. */
export const failedFinding = (warning: Warning): Finding => ({
  ...nothingFound([warning]),
  status: 'failed',
  price: { credits: 0, reason: 'failed' },
});
