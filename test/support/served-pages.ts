import type { AddressInfo } from 'node:net';
import { type TestService, type TestServiceOptions, testService } from './service.ts';

/** On the list of operators of every service with pages. */
export const testOperator = 'mira@operators.example.com';

export interface SignedInAs {
  app?: 'app' | 'console';
  /** Default: the operator in the console, `asha@example.com` elsewhere. */
  email?: string;
}

/** A service that listens, with its pages and its jobs. */
export interface ServedPages extends AsyncDisposable {
  service: TestService;
  url: string;
  /** Signs a person in by the development issuer, without a browser. Returns the `cookie` header. */
  cookieOf(who?: SignedInAs): Promise<string>;
}

export type ServedPagesOptions = TestServiceOptions & { takesJobs?: boolean };

/** `await using pages = await servedPages()`. Without `takesJobs` its jobs wait until `app.work()`. */
export async function servedPages({
  environment,
  takesJobs = true,
  ...options
}: ServedPagesOptions = {}): Promise<ServedPages> {
  const service = await testService({
    ...options,
    environment: { OPERATORS: testOperator, ...environment },
  });
  const { server } = service.app;
  // Mails need a PUBLIC_URL, which has a port then.
  const port = environment?.PUBLIC_URL ? Number(new URL(environment.PUBLIC_URL).port) : 0;
  await server.listen({ host: '127.0.0.1', port });
  if (takesJobs) await service.app.work();
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  return {
    service,
    url,
    cookieOf: (who) => cookieOf(url, who),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

export const emailOf = ({
  app = 'app',
  email = app === 'console' ? testOperator : 'asha@example.com',
}: SignedInAs) => email;

/** What a browser would do, by hand: it keeps the cookies of each answer and follows where it leads. */
async function cookieOf(url: string, who: SignedInAs = {}): Promise<string> {
  const { app = 'app' } = who;
  const jar = new Map<string, string>();
  const go = async (address: string, form?: URLSearchParams) => {
    const headers = { cookie: headerOf(jar), ...(form ? { 'sec-fetch-site': 'same-origin' } : {}) };
    const init = form ? { method: 'POST', body: form } : {};
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      if (value) jar.set(name!, value);
      else jar.delete(name!);
    }
    const to = response.headers.get('location');
    if (!to) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
    return new URL(to, address);
  };
  const authorize = await go(`${url}/${app}/sign-in/start`);
  authorize.searchParams.set('email', emailOf(who));
  const callback = await go(authorize.origin + authorize.pathname, authorize.searchParams);
  await go(callback.href);
  return headerOf(jar);
}

const headerOf = (jar: ReadonlyMap<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** The session that the document of an app was sent to. */
export function sessionIn(document: string): Record<string, unknown> {
  const [, session = ''] = /data-session="([^"]*)"/.exec(document) ?? [];
  return JSON.parse(session.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)));
}
