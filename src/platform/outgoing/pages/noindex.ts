import type { PageParts } from '#platform/html/scan-page.ts';
import type { Headers } from '../exchange/exchange.ts';

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
