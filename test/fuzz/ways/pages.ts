import { createHash } from 'node:crypto';
import type { Dice } from '../dice.ts';
import type { Endpoint } from '../document.ts';
import type { WireRequest } from '../draft.ts';
import { hostileText } from '../hostile-texts.ts';
import { elsewhereRequest, type FuzzRequest } from '../request.ts';
import type { Sender, Way } from './way.ts';

type App = 'app' | 'console';
const apps: readonly App[] = ['app', 'console'];

/** A browser at the pages: its calls of the API through the proxy, the pages themselves, and the ways to sign in and out. */
export function pagesWay(sender: Sender): Way {
  const { memory, made } = sender;
  const tokens = { app: tokenOf(memory.account, 'app'), console: tokenOf(memory.account, 'console') };
  const browser = new Browser(tokens, memory.address);
  const callable = (app: App): Endpoint[] =>
    made.document.endpoints.filter(({ method, path }) => made.proxied[app].has(`${method} ${path}`));
  const endpoints = { app: callable('app'), console: callable('console') };

  return {
    opening: [() => signedIn(sender, tokens.app), () => operatorSignedIn(sender, tokens.console)],
    request(dice) {
      if (dice.chance(0.2)) return browser.view(dice);
      const app = dice.pick(apps);
      return browser.call(dice, app, sender.fresh(dice, dice.pick(endpoints[app])));
    },
  };
}

const tokenOf = (account: string, app: App): string =>
  createHash('sha256').update(`${app} ${account}`).digest('base64url');
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** As the server of the pages does it after the identity provider vouched for the person. */
const signedIn = ({ memory: { account, address }, made }: Sender, token: string): FuzzRequest =>
  opened('internal', made.secrets, '/internal/sign-in/sessions', {
    ...{ token_hash: hashOf(token), email: `${account}@example.com`, name: 'Name 7' },
    ...{ provider: 'fuzz', provider_user_id: account, ip: address, user_agent: 'fuzz' },
  });

const operatorSignedIn = ({ memory: { account }, made }: Sender, token: string): FuzzRequest =>
  opened('admin', made.secrets, '/api/v1/admin/operators/sessions', {
    token_hash: hashOf(token),
    email: `operator-${account}@operators.example.com`,
  });

const opened = (
  by: 'internal' | 'admin',
  secrets: Sender['made']['secrets'],
  target: string,
  body: object,
): FuzzRequest =>
  elsewhereRequest('a sign-in', {
    method: 'POST',
    target,
    headers: { 'content-type': 'application/json', [`x-${by}-secret`]: secrets[`x-${by}-secret`]! },
    body: Buffer.from(JSON.stringify(body)),
  });

interface Site {
  headers: Record<string, string>;
  /** Another site's page, which may only read. */
  isOther: boolean;
}

const otherSites: readonly Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': '' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  {},
];

class Browser {
  readonly #tokens: Record<App, string>;
  readonly #address: string;

  constructor(tokens: Record<App, string>, address: string) {
    this.#tokens = tokens;
    this.#address = address;
  }

  /** A page's call of the API: without secrets, but with a cookie, and from one of the service's own pages. */
  call(dice: Dice, app: App, request: FuzzRequest): FuzzRequest {
    const { wire } = request;
    const { 'x-admin-secret': _, 'x-internal-secret': __, authorization: ___, ...headers } = wire.headers;
    const cookie = this.#cookie(dice, app);
    const site = siteOf(dice);
    const isRefused = site.isOther && wire.method !== 'GET';
    return {
      ...request,
      what: `${request.what}, by a page of /${app}`,
      wire: {
        ...wire,
        target: `/${app}/api${wire.target}`,
        headers: { ...headers, ...cookie.headers, ...site.headers, 'user-agent': 'fuzz' },
      },
      credentialFault: isRefused ? "another site's page" : cookie.fault,
      isForPages: true,
    };
  }

  /** A page, a script, or a step of signing in or out. */
  view(dice: Dice): FuzzRequest {
    const [method, target] = dice.pick(views)(dice);
    const cookie = this.#cookie(dice, dice.pick(apps));
    const site = siteOf(dice);
    const isForm = method === 'POST';
    const wire: WireRequest = {
      method,
      target,
      headers: {
        ...{ 'x-forwarded-for': this.#address, 'user-agent': 'fuzz' },
        ...(dice.chance(0.8) ? { accept: 'text/html' } : {}),
        ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...cookie.headers,
        ...site.headers,
      },
      body: isForm ? Buffer.from(`token=${encodeURIComponent(oddText(dice))}&${oddText(dice)}`) : null,
    };
    return { ...elsewhereRequest('a page', wire), isForPages: true };
  }

  #cookie(dice: Dice, app: App): { headers: Record<string, string>; fault: string | null } {
    const own = `contactry_${app}=${this.#tokens[app]}`;
    if (dice.chance(0.9)) return { headers: { cookie: own }, fault: null };
    const other = apps.find((one) => one !== app)!;
    const [fault, cookie] = dice.pick<[string, string | null]>([
      ['no cookie', null],
      ['an empty cookie', `contactry_${app}=`],
      ['half a cookie', own.slice(0, -9)],
      ["another person's cookie", `contactry_${app}=${tokenOf('nobody', app)}`],
      ["the other app's cookie", `contactry_${app}=${this.#tokens[other]}`],
      ['a cookie of another name', `contactry_${other}=${this.#tokens[app]}`],
      ['a long cookie', `contactry_${app}=${'c'.repeat(6000)}`],
      ['a cookie that is none', `=;;${own.replace('=', ' ')};;=`],
    ]);
    return { headers: cookie === null ? {} : { cookie }, fault };
  }
}

function siteOf(dice: Dice): Site {
  if (dice.chance(0.9)) return { headers: { 'sec-fetch-site': 'same-origin' }, isOther: false };
  return { headers: dice.pick(otherSites), isOther: true };
}

const oddText = (dice: Dice): string => hostileText(dice).toWellFormed().slice(0, 600);
const odd = (dice: Dice): string => encodeURIComponent(oddText(dice));
const get =
  (target: (dice: Dice) => string) =>
  (dice: Dice): [string, string] => ['GET', target(dice)];
const post =
  (target: (dice: Dice) => string) =>
  (dice: Dice): [string, string] => ['POST', target(dice)];

const views: readonly ((dice: Dice) => [string, string])[] = [
  get((dice) =>
    dice.pick(['/', '/pricing', '/docs', '/errors', '/robots.txt', '/sitemap.xml', '/licences.txt']),
  ),
  get((dice) =>
    dice.pick(['/app', '/app/jobs', '/app/keys', '/console', '/console/accounts', '/console/import']),
  ),
  get((dice) => `/${dice.pick(apps)}/${odd(dice)}`),
  get((dice) => `/app/jobs/${odd(dice)}?${odd(dice)}=${odd(dice)}`),
  get((dice) => `/${dice.pick(apps)}/assets/${odd(dice)}`),
  get((dice) => `/docs/${dice.pick([odd(dice), 'lookup', '..%2f..%2fetc', 'privacy'])}`),
  get((dice) => `/docs/search?q=${odd(dice)}`),
  get((dice) => `/errors/${odd(dice)}`),
  get((dice) => `/${dice.pick(apps)}/sign-in?to=${odd(dice)}&because=${odd(dice)}`),
  get((dice) => `/${dice.pick(apps)}/sign-in/start?to=${odd(dice)}`),
  get((dice) => `/app/sign-in/callback?code=${odd(dice)}&state=${odd(dice)}`),
  get((dice) => `/sign-in/callback?error=${odd(dice)}&iss=${odd(dice)}`),
  get((dice) => `/console/sign-in/link?token=${odd(dice)}`),
  post(() => '/console/sign-in/link'),
  post((dice) => `/${dice.pick(apps)}/sign-out`),
  post((dice) => `/app/payment/${odd(dice)}`),
  get((dice) => `/${dice.pick(apps)}/api/${odd(dice)}`),
  post((dice) => `/${dice.pick(apps)}/api/internal/${odd(dice)}`),
  get((dice) => `/${odd(dice)}`),
];
