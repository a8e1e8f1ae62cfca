import { factsOf } from '#platform/contact-sources/website/page-facts.ts';
import { contactPagesOf } from '#platform/contact-sources/website/visit-site.ts';
import { readSite } from '#platform/contact-sources/website/website.ts';
import { scanPage } from '#platform/html/scan-page.ts';
import { rateLimitReset, retryAfter } from '#platform/outgoing/exchange/retry-after.ts';
import { decodeText } from '#platform/outgoing/pages/charset.ts';
import { judgeUrl } from '#platform/outgoing/pages/judge-url.ts';
import { fetchLimits } from '#platform/outgoing/pages/page.ts';
import { forbidsIndexing, readRobots } from '#platform/outgoing/pages/robots-rules.ts';
import { profileOf, requestFor } from '../support/contact-sources.ts';
import { sizeOf } from '../support/size.ts';
import { bare, filled, headersLength, links, type Parser } from './parser.ts';

const pageLength = fetchLimits.bodyBytesMax;
const robotsLength = 500 * 1024;
const now = new Date('2026-11-01T00:00:00Z');
const site = 'https://jane.example.com/';
const asked = { source: 'website', request: requestFor(profileOf('github.com/jane')), at: now } as const;
function readWholePage(html: string): void {
  const parts = scanPage(html);
  forbidsIndexing({}, parts.metas, 'Contactry');
  const page = { url: site, facts: factsOf(parts, site) };
  contactPagesOf(page);
  readSite({ site, pages: [page], complete: true }, asked);
}

/** What sites and vendors answer. */
export const fetchedTexts: readonly Parser[] = [
  {
    name: 'a web page',
    lengthMax: pageLength,
    around: [
      ...bare,
      ['<a ', ''],
      ['<a href="', '">'],
      ['<title>', ''],
      ['<!--', ''],
      ['<script type="application/ld+json">', '</script>'],
    ],
    read: readWholePage,
  },
  {
    name: 'the links of a web page',
    lengthMax: pageLength,
    pieces: { length: 2000, fill: filled },
    around: [
      ['<a href="', '">'],
      ['<a href="https://', '">'],
      ['<a rel="me" href="https://github.com/', '">'],
      ['<a href="mailto:', '">'],
      ['<a href="tel:', '">'],
      ['<a href="x" rel="', '">'],
      ['<meta name="robots" content="', '">'],
    ],
    read: readWholePage,
  },
  {
    name: 'the persons of a web page',
    lengthMax: pageLength,
    pieces: {
      length: 2000,
      fill(text, length) {
        const person = {
          '@type': 'Person',
          name: text,
          email: text,
          telephone: text,
          url: text,
          address: text,
        };
        const persons = JSON.stringify([
          { ...person, sameAs: Array(20).fill(text) },
          { ...person, '@type': text },
        ]);
        return filled(`<script type="application/ld+json">${persons}</script>`, length);
      },
    },
    read: readWholePage,
  },
  {
    // Objects that are all unlike one another cost a parser of JSON most.
    name: 'the names in the structured data of a web page',
    // A script has at most 99,000.
    lengthMax: sizeOf({ small: 100_000, whole: pageLength }),
    pieces: {
      length: 2,
      fill(text, length) {
        const name = JSON.stringify(text).slice(1, -1);
        let page = '';
        for (let first = 0; page.length < length; first += 6000) {
          const objects = Array.from({ length: 6000 }, (_, at) => `{"${name}${first + at}":0}`).join();
          const room = Math.min(99_000, length - page.length);
          page += `<script type="application/ld+json">[${objects.slice(0, room).replace(/,[^,]*$/, '')}]</script>`;
        }
        return page;
      },
    },
    read: readWholePage,
  },
  { name: 'the bytes of a page', lengthMax: pageLength, read: (text) => decodeText(Buffer.from(text), '') },
  {
    name: 'a robots.txt',
    lengthMax: robotsLength,
    around: [...bare, ['User-agent: *\nDisallow: ', ''], ['User-agent: *\nAllow: /', '$']],
    read: (text) => readRobots(new URL('/robots.txt', site), text, 'Contactry'),
  },
  {
    name: 'the rules of a robots.txt',
    lengthMax: robotsLength,
    pieces: {
      length: 2000,
      fill: (rule, length) => `User-agent: *\n${filled(`${rule}\n`, length)}`,
    },
    around: [
      ['Disallow: /', ''],
      ['Allow: /*', '$'],
      ['Crawl-delay: ', ''],
    ],
    read(text) {
      const rules = readRobots(new URL('/robots.txt', site), text, 'Contactry');
      rules.allows(new URL(`${site}${'a'.repeat(2000)}`));
    },
  },
  {
    name: 'a Content-Type',
    lengthMax: headersLength,
    around: [...bare, ['text/html; charset', ''], ['text/html; charset=', ''], ['charset="', '']],
    read: (text) => decodeText(new Uint8Array(), text),
  },
  {
    name: 'a declared charset',
    lengthMax: 1024,
    around: [...bare, ['<?xml ', ''], ['<?xml encoding=', ''], ['<meta ', ''], ['<meta charset=', '']],
    read: (text) => decodeText(Buffer.from(text), ''),
  },
  {
    name: 'an X-Robots-Tag',
    lengthMax: headersLength,
    around: [...bare, ['contactry: ', ''], ['noindex', '']],
    read: (text) => forbidsIndexing({ 'x-robots-tag': text }, [], 'Contactry'),
  },
  {
    name: 'a Retry-After',
    lengthMax: headersLength,
    around: [...bare, ['Sun, ', ' GMT'], ['2026-', '']],
    read(text) {
      retryAfter({ 'retry-after': text }, now);
      rateLimitReset({ 'x-ratelimit-reset': text }, now);
    },
  },
  {
    name: 'a Location',
    lengthMax: headersLength,
    around: links,
    read: (text) => judgeUrl(URL.parse(text, site)?.href ?? text),
  },
];
