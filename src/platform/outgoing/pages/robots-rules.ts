import robotsParser from 'robots-parser';

interface ParsedRobots {
  isAllowed(url: string, product: string): boolean | undefined;
  getCrawlDelay(product: string): number | undefined;
}

// The package is CommonJS, and its types describe a default export that Node doesn't see.
const parseRobots = robotsParser as unknown as (url: string, text: string) => ParsedRobots;

/** What one robots.txt says to one crawler. */
export interface RobotsRules {
  allows(url: URL): boolean;
  crawlDelayMs: number;
  /** Characters of the rules that are kept. */
  length: number;
}

/** A file and a link whose wildcards would take longer than this many steps to compare are taken as a refusal. */
const matchingStepsMax = 2_000_000;
const patternLengthMax = 2048;
/** A file with more than this for one crawler is taken as a refusal of everything. The length is that after encoding. */
const rulesMax = 5000;
const rulesLengthMax = 256 * 1024;
/** Characters that one beyond ASCII is encoded with, at most. */
const encodedLengthMax = 9;

/**
 * Reads a robots.txt (RFC 9309) for the crawler named `product`. Only the groups for it and for `*` reach the
 * parser, which would otherwise store every rule once per crawler named above it.
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

/** The rules for the crawler and for everyone, merged by that name (RFC 9309 §2.2.1); null when they are too many. */
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
