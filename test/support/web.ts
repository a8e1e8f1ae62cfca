import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type TestPage, testPage } from './browser.ts';
import { type TestService, type TestServiceOptions, testService } from './service.ts';

/** On the list of operators of every service with pages. */
export const testOperator = 'mira@operators.example.com';

export interface SignedInAs {
  app?: 'app' | 'console';
  /** Default: the operator in the console, `asha@example.com` elsewhere. */
  email?: string;
}

/** A service that listens, with its pages and its jobs. */
export interface TestWeb extends AsyncDisposable {
  service: TestService;
  url: string;
  /** Signs a person in by the development issuer, without a browser. Returns the `cookie` header. */
  cookieOf(who?: SignedInAs): Promise<string>;
  /** Signs a person in by the development issuer in Chromium, and shows the app's first page. */
  signedIn(who?: SignedInAs, options?: BrowserContextOptions): Promise<TestPage>;
}

/** `await using web = await testWeb()`. Without `takesJobs` its jobs wait until `app.work()`. */
export async function testWeb({
  environment,
  takesJobs = true,
  ...options
}: TestServiceOptions & { takesJobs?: boolean } = {}): Promise<TestWeb> {
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
    async signedIn(who, context) {
      const opened = await testPage({ baseURL: url, ...context });
      await signInOn(opened.page, who);
      return opened;
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

const emailOf = ({
  app = 'app',
  email = app === 'console' ? testOperator : 'asha@example.com',
}: SignedInAs) => email;

/** Opens an app in a signed-out browser, and signs in. */
export async function signInOn(page: Page, who: SignedInAs = {}): Promise<void> {
  const { app = 'app' } = who;
  await page.goto(`/${app}`);
  await page.getByRole('link', { name: 'Continue with the development sign-in' }).click();
  await page.getByLabel('Email').fill(emailOf(who));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`**/${app}`);
}

/** What a browser would do, by hand: it keeps the cookies of each answer and follows where it leads. */
export async function cookieOf(url: string, who: SignedInAs = {}): Promise<string> {
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

/** The account signed in on a page. */
export const accountOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const response = await fetch('/app/session');
    const { account_id } = (await response.json()) as { account_id: string };
    return account_id;
  });
