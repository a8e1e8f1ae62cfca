import type { PageParts } from '#platform/html/scan-page.ts';
import { type PersonOnPage, peopleIn } from './json-ld.ts';

const linkLengthMax = 2048;
/** A host longer than any name can be (RFC 1035 §2.3.4), which would only be worked on in vain. */
const endlessHost = /^[^/?#]*[/\\]{2}[^/?#\\]{254}/;

/** What a page says that can be a contact. Small enough to be kept in place of the page. */
export interface PageFacts {
  /** Of `mailto:` links, decoded, each once. */
  addresses: string[];
  /** Of `tel:` links, decoded, each once. */
  numbers: string[];
  /** Absolute addresses of links that say `rel="me"`. */
  ownLinks: string[];
  /** Absolute addresses of all links, each once. */
  links: string[];
  people: PersonOnPage[];
}

/** Of what is no HTML page. */
export const noFacts: PageFacts = { addresses: [], numbers: [], ownLinks: [], links: [], people: [] };

const most = { links: 1000, values: 50, addressesRead: 500 } as const;

/** Makes out what the parts of a page say; what is broken in them is left out. `url` is the page's own, against which links are resolved. */
export function factsOf(parts: PageParts, url: string): PageFacts {
  const addresses = new Set<string>();
  const numbers = new Set<string>();
  const links = new Set<string>();
  const ownLinks = new Set<string>();
  // Counted as they are written: reading the same broken one again costs as much as the first.
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

/** The address of a page as the link of another gives it; null for one that is too long or leads to no page. */
function pageAt(href: string, base: string): string | null {
  if (href.length > linkLengthMax || endlessHost.test(href)) return null;
  const target = URL.parse(href, base);
  return target !== null && /^https?:$/.test(target.protocol) ? target.href : null;
}

function addInto(values: Set<string>, value: string): void {
  if (value !== '' && values.size < most.values) values.add(value);
}

/** RFC 6068: several addresses may stand before the question mark, percent-encoded. */
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
