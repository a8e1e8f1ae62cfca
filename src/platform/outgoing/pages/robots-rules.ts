import robotsParser from 'robots-parser';
import type { PageParts } from '#platform/html/scan-page.ts';
import type { Headers } from '../exchange/exchange.ts';

interface ParsedRobots {
  isAllowed(url: string, product: string): boolean | undefined;
  getCrawlDelay(product: string): number | undefined;
}

// The package is CommonJS. Its types declare a default export that Node doesn't provide.
const parseRobots = robotsParser as unknown as (url: string, text: string) => ParsedRobots;

/** The rules of one robots.txt for one crawler. */
export interface RobotsRules {
  allows(url: URL): boolean;
  crawlDelayMs: number;
  /** Length of the stored rules, in characters. */
  length: number;
}

/** If matching wildcards would take more steps than this, the page counts as disallowed. */
const matchingStepsMax = 2_000_000;
const patternLengthMax = 2048;
/** If a file has more than this for one crawler, it disallows everything. Lengths are counted after encoding. */
const rulesMax = 5000;
const rulesLengthMax = 256 * 1024;
/** Maximum encoded length of a non-ASCII character. */
const encodedLengthMax = 9;

/**
 * Parses a robots.txt (RFC 9309) for the crawler `product`. Passes only the groups for it and for `*` to the parser, which
 * otherwise stores every rule once per crawler in its group.
 */
export function readRobots(robotsUrl: URL, text: string, product: string): RobotsRules {
  const groups = groupsFor(text, product.toLowerCase());
  if (groups === null) return { crawlDelayMs: 0, length: 0, allows: isRobotsFile };
  const patterns = [...groups.values()].flat();
  const relevant = [...groups]
    .map(([crawler, lines]) => [`User-agent: ${crawler}`, ...lines].join('\n'))
    .join('\n');
  const wildcards = patterns.filter((line) => line.includes('*')).join('').length;

  const parsed = parseRobots(robotsUrl.href, relevant);
  const crawlDelaySeconds = parsed.getCrawlDelay(product) ?? 0;
  return {
    crawlDelayMs: crawlDelaySeconds > 0 ? crawlDelaySeconds * 1000 : 0,
    length: relevant.length,
    allows(url) {
      if (isRobotsFile(url)) return true;
      if (wildcards * (url.pathname.length + url.search.length) > matchingStepsMax) return false;
      return parsed.isAllowed(url.href, product) === true;
    },
  };
}

const isRobotsFile = (url: URL): boolean => url.pathname === '/robots.txt';

/** The rules for our crawler and for everyone, merged by name (RFC 9309 §2.2.1). Null if there are too many. */
function groupsFor(text: string, product: string): Map<string, string[]> | null {
  const groups = new Map<string, string[]>();
  let named: string[][] = [];
  let isHeading = false;
  let [rules, rulesLength] = [0, 0];

  for (const line of text.replace(/^\uFEFF/, '').split(text.includes('\r') ? /\r\n?|\n/ : '\n')) {
    if (line === '') continue;
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? [];
    const rule = field.toLowerCase();
    if (rule === 'user-agent') {
      if (!isHeading) named = [];
      isHeading = true;
      const crawler = crawlerNamed(value);
      const group = groups.get(crawler) ?? [];
      if ((crawler === product || crawler === '*') && !named.includes(group)) {
        groups.set(crawler, group);
        named.push(group);
      }
    } else if (rule === 'allow' || rule === 'disallow' || rule === 'crawl-delay') {
      isHeading = false;
      const pattern = value.trim().replace(/\*+/g, '*');
      if (pattern.length > patternLengthMax) continue;
      for (const group of named) group.push(`${rule}: ${pattern}`);
      rules += named.length;
      rulesLength += named.length * encodedLength(pattern);
      if (rules > rulesMax || rulesLength > rulesLengthMax) return null;
    }
  }
  return groups;
}

const encodedLength = (pattern: string): number =>
  /^[\0-\x7f]*$/.test(pattern) ? pattern.length : pattern.length * encodedLengthMax;

/** `Contactry/2.0` names the crawler `contactry`: RFC 9309 §2.2.1 matches the product token, without case. */
const crawlerNamed = (value: string): string => /^\s*(\*|[\w-]*)/.exec(value)?.[1]?.toLowerCase() ?? '';

/** Directives with a value after a colon. For all others, the word before a colon is a crawler's name. */
const valued = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/;

/**
 * Whether the page asks not to be indexed, which we read as "don't store what it says". Checks `X-Robots-Tag` and
 * `<meta name="robots">`, for all crawlers and for `product`.
 * @param metas the page's meta tags; empty unless it is HTML
 */
export function forbidsIndexing(headers: Headers, metas: PageParts['metas'], product: string): boolean {
  return headerForbids(headers['x-robots-tag'] ?? '', product) || metaForbids(metas, product);
}

/** `X-Robots-Tag: noindex, otherbot: nofollow`: a crawler's name applies to the directives after it. */
function headerForbids(value: string, product: string): boolean {
  let isForUs = true;

  return value.split(',').some((part) => {
    const [, name, rest] = /^\s*([\w-]+)\s*:(.*)$/s.exec(part) ?? [];
    if (!name || valued.test(name.toLowerCase())) return isForUs && isNoindex(part);
    isForUs = name.toLowerCase() === product.toLowerCase();
    return isForUs && isNoindex(rest ?? '');
  });
}

function metaForbids(metas: PageParts['metas'], product: string): boolean {
  const names = ['robots', product.toLowerCase()];
  return metas.some(
    ({ name, content }) => names.includes(name.trim().toLowerCase()) && content.split(',').some(isNoindex),
  );
}

const isNoindex = (directive: string): boolean => /^\s*(noindex|none)\s*$/i.test(directive);
