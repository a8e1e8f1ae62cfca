import type { IncomingMessage } from 'node:http';
import { prefersPage } from '../../asks-for-page.ts';

/** The router refuses what can't be decoded before any route. A browser still gets the page of an unknown address. */
const readableAddress = ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string =>
  prefersPage(headers.accept) && !isDecodable(url.split('?')[0]!) ? '/%25' : url;

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** How addresses are read. */
export const addressOptions = {
  rewriteUrl: readableAddress,
  routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: true },
};
