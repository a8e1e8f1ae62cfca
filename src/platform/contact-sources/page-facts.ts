import { Parser } from 'htmlparser2';
import { type PersonOnPage, peopleIn } from './json-ld.ts';

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

const most = { links: 1000, values: 50, scripts: 20 } as const;
const scriptLengthMax = 100_000;

/** Reads a page of any quality; what is broken in it is left out. `url` is the page's own, against which links are resolved. */
export function readPage(html: string, url: string): PageFacts {
  const addresses = new Set<string>();
  const numbers = new Set<string>();
  const links = new Set<string>();
  const ownLinks = new Set<string>();
  const scripts: string[] = [];
  let script: string | null = null;

  const parser = new Parser({
    onopentag(tag, { href = '', rel = '', type = '' }) {
      if (tag === 'script' && /^\s*application\/ld\+json\b/i.test(type)) script = '';
      if (tag !== 'a' && tag !== 'link') return;
      if (/^\s*mailto:/i.test(href)) for (const address of mailtoAddresses(href)) addInto(addresses, address);
      else if (/^\s*tel:/i.test(href)) addInto(numbers, telNumber(href));
      else {
        const target = URL.parse(href.trim(), url);
        if (target === null || !/^https?:$/.test(target.protocol)) return;
        if (tag === 'a' && links.size < most.links) links.add(target.href);
        if (/(?:^|\s)me(?:\s|$)/i.test(rel)) addInto(ownLinks, target.href);
      }
    },
    ontext(text) {
      if (script !== null && script.length < scriptLengthMax) script += text;
    },
    onclosetag(tag) {
      if (tag !== 'script' || script === null) return;
      if (scripts.length < most.scripts) scripts.push(script);
      script = null;
    },
  });
  parser.end(html);
  return {
    addresses: [...addresses],
    numbers: [...numbers],
    ownLinks: [...ownLinks],
    links: [...links],
    people: peopleIn(scripts),
  };
}

function addInto(values: Set<string>, value: string): void {
  if (value !== '' && values.size < most.values) values.add(value);
}

/** RFC 6068: several addresses may stand before the question mark, percent-encoded. */
export const mailtoAddresses = (href: string): string[] =>
  href
    .trim()
    .slice('mailto:'.length)
    .split('?', 1)[0]!
    .split(',')
    .map((address) => decoded(address).trim())
    .filter((address) => address !== '');

const telNumber = (href: string): string => decoded(href.trim().slice('tel:'.length)).trim();

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
