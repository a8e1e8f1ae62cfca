import type { PageParts } from '#platform/html/scan-page.ts';
import { type PersonOnPage, peopleIn } from './json-ld.ts';

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
