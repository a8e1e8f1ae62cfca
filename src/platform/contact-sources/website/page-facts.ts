import Type from 'typebox';
import { list, readOrNull, some, text } from '#core/vendor-json.ts';
import type { PageParts } from '#platform/html/scan-page.ts';

const linkLengthMax = 2048;
/** A host longer than a name can be (RFC 1035 §2.3.4). Parsing it would be wasted work. */
const overlongHost = /^[^/?#]*[/\\]{2}[^/?#\\]{254}/;

/** Everything on a page that may be a contact. Small enough to store instead of the page. */
export interface PageFacts {
  /** From `mailto:` links, decoded, without duplicates. */
  addresses: string[];
  /** From `tel:` links, decoded, without duplicates. */
  numbers: string[];
  /** Absolute URLs of links with `rel="me"`. */
  ownLinks: string[];
  /** Absolute URLs of all links, without duplicates. */
  links: string[];
  people: PersonOnPage[];
}

/** For anything but an HTML page. */
export const noFacts: PageFacts = { addresses: [], numbers: [], ownLinks: [], links: [], people: [] };

const most = { links: 1000, values: 50, addressesRead: 500 } as const;

/** Extracts the facts and skips what is broken. `url` is the page's own and the base for its links. */
export function factsOf(parts: PageParts, url: string): PageFacts {
  const addresses = new Set<string>();
  const numbers = new Set<string>();
  const links = new Set<string>();
  const ownLinks = new Set<string>();
  // Count addresses as written: parsing a broken one again costs as much as the first time.
  let addressesLeft: number = most.addressesRead;

  for (const { tag, href, rel } of parts.links) {
    const written = href.trim();
    if (/^mailto:/i.test(written)) {
      const read = mailtoAddresses(written, addressesLeft);
      for (const address of read) addInto(addresses, address);
      addressesLeft -= read.length;
    } else if (/^tel:/i.test(written)) addInto(numbers, telNumber(written));
    else {
      const isOwn = /(?:^|\s)me(?:\s|$)/i.test(rel);
      const target = isOwn || (tag === 'a' && links.size < most.links) ? pageAt(written, url) : null;
      if (target === null) continue;
      if (tag === 'a' && links.size < most.links) links.add(target);
      if (isOwn) addInto(ownLinks, target);
    }
  }
  return {
    addresses: [...addresses],
    numbers: [...numbers],
    ownLinks: [...ownLinks],
    links: [...links],
    people: peopleIn(parts.jsonLd),
  };
}

/** The absolute URL of a link; null if it is too long or not a web page. */
function pageAt(href: string, base: string): string | null {
  if (href.length > linkLengthMax || overlongHost.test(href)) return null;
  const target = URL.parse(href, base);
  return target !== null && /^https?:$/.test(target.protocol) ? target.href : null;
}

function addInto(values: Set<string>, value: string): void {
  if (value !== '' && values.size < most.values) values.add(value);
}

/** RFC 6068: several percent-encoded addresses may precede the question mark. */
export const mailtoAddresses = (href: string, atMost: number = most.addressesRead): string[] =>
  href
    .slice('mailto:'.length)
    .split('?', 1)[0]!
    .split(',', atMost)
    .map((address) => decoded(address).trim())
    .filter((address) => address !== '');

const telNumber = (href: string): string => decoded(href.slice('tel:'.length)).trim();

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A schema.org `Person` on a page. */
export interface PersonOnPage {
  name: string | null;
  jobTitle: string | null;
  company: string | null;
  location: string | null;
  emails: string[];
  phones: string[];
  /** `url` and `sameAs`. */
  links: string[];
}

const nodesMax = 2000;
const peopleMax = 10;

/** Every person in a page's JSON-LD, at any depth. Skips invalid JSON. */
export function peopleIn(scripts: readonly string[]): PersonOnPage[] {
  const people: PersonOnPage[] = [];
  const queue: unknown[] = scripts.map(parsed);
  for (let read = 0; read < queue.length && read < nodesMax && people.length < peopleMax; read += 1) {
    const node = queue[read];
    if (isTyped(node, 'Person')) people.push(personOf(node));
    // Nested nodes of a person, such as an employer or colleagues, are not the page's owner.
    else queue.push(...insideOf(node));
  }
  return people;
}

/** The first 200 entries of a list. */
const insideOf = (node: unknown): unknown[] =>
  Array.isArray(node) ? node.slice(0, 200) : Object.values(Object(typeof node === 'object' ? node : {}));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isTyped = (node: unknown, type: string): boolean =>
  manyOf(readOrNull(Typed, node)?.['@type']).some(
    (given) => given.replace(/^https?:\/\/schema\.org\//, '') === type,
  );

/** JSON-LD writes a single value bare and several as a list. */
const many = Type.Union([text(1000), list(text(1000))]);
const manyOf = (value: string | string[] = []): string[] => [value].flat();
const Named = some({ name: text(1000) });

const Typed = some({ '@type': many });
const Person = some({
  name: text(1000),
  jobTitle: text(1000),
  worksFor: Type.Union([text(1000), Named, list(Type.Unknown())]),
  address: Type.Union([text(1000), some({ addressLocality: text(1000) })]),
  email: many,
  telephone: many,
  url: many,
  sameAs: many,
});

function personOf(node: unknown): PersonOnPage {
  const { name, jobTitle, worksFor, address, email, telephone, url, sameAs } = readOrNull(Person, node) ?? {};
  const employer = Array.isArray(worksFor) ? readOrNull(Named, worksFor[0])?.name : worksFor;
  return {
    name: name ?? null,
    jobTitle: jobTitle ?? null,
    company: (typeof employer === 'object' ? employer.name : employer) ?? null,
    location: (typeof address === 'object' ? address.addressLocality : address) ?? null,
    emails: manyOf(email).map((each) => each.replace(/^mailto:/i, '')),
    phones: manyOf(telephone).map((each) => each.replace(/^tel:/i, '')),
    links: [...manyOf(url), ...manyOf(sameAs)],
  };
}
