import type { FastifyRequest } from 'fastify';
import { Failure } from '#core/failure.ts';
import { isLoopbackName } from '#core/machine/development.ts';
import type { WebOptions } from './web-options.ts';

const hostnameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';

/** Whether a browser on this machine asks, as far as a request can tell. Proxies say that they pass on, or for which host. */
export const isFromThisMachine = ({ headers }: FastifyRequest): boolean =>
  isLoopbackName(hostnameOf(headers.host ?? '')) &&
  ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].every(
    (name) => !(name in headers),
  );

type Where = Pick<WebOptions, 'config' | 'publicUrl'>;

/** The origin of the pages: PUBLIC_URL's. Without one, a browser on this machine may use any of the machine's own names. */
export function ownOrigin({ config, publicUrl }: Where, { headers }: FastifyRequest): string {
  const { host = '' } = headers;
  if (!config.PUBLIC_URL && isLoopbackName(hostnameOf(host))) return new URL(`http://${host}`).origin;
  return new URL(publicUrl()).origin;
}

/** Refuses what a page of another site sends, unless it only reads. Reading needs no check: the other site gets no answer. */
export function refuseOtherSites(where: Where, request: FastifyRequest): void {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? isOwnOrigin(where, request) : site === 'same-origin';
  if (!isOwn) throw new Failure('cross_site_request');
}

/** For browsers that don't say which site a request came from: old ones, and all of them on plain HTTP. */
function isOwnOrigin(where: Where, request: FastifyRequest): boolean {
  const { origin = '', host } = request.headers;
  if (origin === ownOrigin(where, request)) return true;
  return !where.config.PUBLIC_URL && URL.canParse(origin) && new URL(origin).host === host;
}

/** An address of the app to come back to: the one that is given if it is the app's own, else its first page. */
export function ownAddress(app: string, given: string | undefined): string {
  const start = `/${app}`;
  if (!given || given.length > 2_000 || !URL.canParse(given, 'http://own.invalid')) return start;
  const { origin, pathname, search } = new URL(given, 'http://own.invalid');
  const isOwn = origin === 'http://own.invalid' && (pathname === start || pathname.startsWith(`${start}/`));
  const isPage = isOwn && !/^\/\w+\/(api|assets|session|sign-in|sign-out)(\/|$)/.test(pathname);
  return isPage ? pathname + search : start;
}
