import type { PageParts } from '#platform/html/scan-page.ts';
import type { Headers } from '../exchange/exchange.ts';

/** Directives whose value follows a colon, so that the word before it is not a crawler's name. */
const valued = /^(unavailable_after|max-snippet|max-image-preview|max-video-preview)$/;

/**
 * Does the page ask not to be indexed, which is read here as "do not keep what it says"? Looks at `X-Robots-Tag`
 * and at `<meta name="robots">`, for all crawlers and for the one named `product`.
 * @param metas of the page when it is HTML, else none
 */
export function forbidsIndexing(headers: Headers, metas: PageParts['metas'], product: string): boolean {
  return headerForbids(headers['x-robots-tag'] ?? '', product) || metaForbids(metas, product);
}

/** `X-Robots-Tag: noindex, otherbot: nofollow`: a crawler's name governs the directives after it. */
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
