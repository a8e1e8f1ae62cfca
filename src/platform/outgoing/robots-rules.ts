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
const matchingStepsMax = 20_000_000;
const patternLengthMax = 2048;

/**
 * Reads a robots.txt (RFC 9309) for the crawler named `product`. Only the groups for it and for `*` reach the
 * parser, which would otherwise store every rule once per crawler named above it.
 */
export function readRobots(robotsUrl: URL, text: string, product: string): RobotsRules {
  const groups = groupsFor(text, product.toLowerCase());
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
      if (url.pathname === '/robots.txt') return true;
      if (wildcards * (url.pathname.length + url.search.length) > matchingStepsMax) return false;
      return parsed.isAllowed(url.href, product) === true;
    },
  };
}

/** The rules for the crawler and for everyone, merged by that name (RFC 9309 §2.2.1). */
function groupsFor(text: string, product: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  let named: string[][] = [];
  let isHeading = false;

  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
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
      if (pattern.length <= patternLengthMax) for (const group of named) group.push(`${rule}: ${pattern}`);
    }
  }
  return groups;
}

/** `Contactry/2.0` names the crawler `contactry`: RFC 9309 §2.2.1 matches the product token, without case. */
const crawlerNamed = (value: string): string => /^\s*(\*|[\w-]*)/.exec(value)?.[1]?.toLowerCase() ?? '';
