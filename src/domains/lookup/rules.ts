import { digestId } from '#core/ids.ts';
import { isAtLeast } from '#domains/verification/index.ts';
import { type ContactSet, noContacts, type Provenance } from '#values/contacts/index.ts';
import { namesClash } from '#values/person-name.ts';
import type { ChargeReason, FindAnswer, FindRequest, PersonMembers, Warning } from './shapes.ts';

/** The result of a lookup, before it is known whether the account can pay. */
export interface Finding extends PersonMembers, Pick<FindAnswer, 'status' | 'warnings'> {
  /** Credits, and the reason for the charge. */
  price: { credits: 0 | 1; reason: ChargeReason };
}

/** The members of the answer about the person, in their order on the wire. */
export const personMembersOf = ({ status, warnings, price, ...members }: Finding): PersonMembers => members;

/** The contacts in a document of the directory. */
export const contactsIn = (document: string | null): ContactSet | null =>
  document === null ? null : (JSON.parse(document) as ContactSet);

/** Whether a sighting may be charged for; some sources' terms forbid it. One billable sighting makes a value billable. */
export type IsBillable = (sighting: Provenance) => boolean;

/** Whether two requests under one operation are the same. */
export const requestHashOf = ({
  profile_url,
  name,
  include,
  client_reference,
  verify,
  min_status,
}: FindRequest): string =>
  digestId(
    profile_url,
    name ?? '',
    include ? [...include].sort().join() : '',
    client_reference ?? '',
    ...(verify || min_status ? [verify ?? '', min_status ?? ''] : []),
  );

/** The emails that are good enough for the request. */
const emailsFor = (
  { emails }: Pick<ContactSet, 'emails'>,
  { min_status }: Pick<FindRequest, 'min_status'>,
) => (min_status === undefined ? emails : emails.filter((email) => isAtLeast(email, min_status)));

/** The fields a request asks for; all of them by default. */
export const wantsOf = ({
  include,
}: Pick<FindRequest, 'include'>): readonly ('emails' | 'phones' | 'links')[] =>
  include ?? ['emails', 'phones', 'links'];

/** Whether the search can stop: every field named in `include` is found, or any email or phone without `include`. */
export function isEnough(
  contacts: ContactSet | null,
  request: Pick<FindRequest, 'include' | 'min_status'>,
): boolean {
  if (contacts === null) return false;
  const { phones, links } = contacts;
  const emails = emailsFor(contacts, request);
  if (request.include === undefined) return emails.length + phones.length > 0;
  return request.include.every((part) => ({ emails, phones, links })[part].length > 0);
}

/** Whether the caller's name rules out the person. */
export const isVetoed = (
  contacts: ContactSet,
  { name }: Pick<FindRequest, 'name'>,
  handle: string | null,
): boolean => name !== undefined && namesClash(name, contacts.person.full_name, handle);

export const vetoed = (): Finding =>
  nothingFound([
    {
      code: 'name_mismatch',
      detail: 'The profile belongs to a clearly different name, so no person is returned.',
    },
  ]);

/** Selects the contacts that answer this request, and their price. */
export function answerFrom(
  contacts: ContactSet | null,
  { name, include, min_status }: Pick<FindRequest, 'name' | 'include' | 'min_status'>,
  isBillable: IsBillable,
  handle: string | null = null,
): Finding {
  if (contacts === null) return nothingFound([]);
  if (isVetoed(contacts, { name }, handle)) return vetoed();
  const wants = wantsOf({ include });
  const emails = wants.includes('emails') ? emailsFor(contacts, { min_status }) : [];
  const phones = wants.includes('phones') ? contacts.phones : [];
  const links = wants.includes('links') ? contacts.links : [];
  if (emails.length + phones.length + links.length === 0) return nothingFound([]);
  return {
    status: 'completed',
    person: contacts.person,
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
    person: noContacts.person,
    emails: [],
    phones: [],
    links: [],
    company_email: null,
    warnings,
    price: { credits: 0, reason: 'not_found' },
  };
}

/** One credit for at least one email or phone from a billable source. Links alone are free. */
function priceOf(values: { sources: Provenance[] }[], isBillable: IsBillable): Finding['price'] {
  if (values.length === 0) return { credits: 0, reason: 'links_only' };
  const billable = values.some(({ sources }) => sources.some(isBillable));
  return billable
    ? { credits: 1, reason: 'completed_lookup' }
    : { credits: 0, reason: 'source_not_billable' };
}

/** Where the emails and phones were seen that may be charged for. The operator's own contacts are one place, `directory`. */
export function earnedBy({ emails, phones }: Finding, isBillable: IsBillable): string[] {
  const sightings = [...emails, ...phones].flatMap(({ sources }) => sources.filter(isBillable));
  return [
    ...new Set(sightings.map(({ kind, source }) => (kind === 'operator_directory' ? 'directory' : source))),
  ];
}

/** For an answer that isn't ready. */
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
