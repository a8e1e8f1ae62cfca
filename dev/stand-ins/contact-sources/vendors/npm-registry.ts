import type { StandInPlace, StandInVendor } from '../stand-in.ts';

/** The npm registry's search by maintainer, without credentials. */
const npmStandIn = (): StandInVendor => ({
  name: 'npm',
  token: '',
  hasEtags: true,
  answer({ path, query }) {
    const wanted = /^maintainer:(\S+)$/.exec(query.get('text') ?? '')?.[1];
    if (path !== '/-/v1/search') return { status: 404, body: { error: 'Not found' } };
    const objects = packages
      .filter(({ maintainers }) => maintainers.some(({ username }) => username === wanted))
      .slice(0, Number(query.get('size') ?? 20))
      .map((found) => ({ package: found, score: { final: 0.5 } }));
    return { status: 200, body: { objects, total: objects.length, time: '2026-11-21T00:00:00.000Z' } };
  },
  limited: (retryAfterSeconds) => ({
    status: 429,
    headers: { 'retry-after': String(retryAfterSeconds) },
    body: { error: 'Too many requests' },
  }),
});

const packageOf = (
  name: string,
  publisher: object,
  maintainers: { username: string; email: string }[],
  repository: string,
) => ({
  name,
  version: '1.0.0',
  publisher,
  maintainers,
  links: { npm: `https://www.npmjs.com/package/${name}`, homepage: 'https://asha.example.com', repository },
});

const asha = { username: 'asha-example', email: 'asha@packages.example.org' };
const pipeline = { username: 'GitHub Actions', email: 'npm-oidc-no-reply@github.com' };
const ravi = { username: 'ravi-sample', email: 'another.ravi@packages.example.org' };

const packages = [
  packageOf('asha-weather', pipeline, [asha], 'https://github.com/Asha-Example/weather'),
  packageOf('shared-thing', asha, [asha, ravi], 'https://github.com/example-works/shared-thing'),
  // Same name as on GitHub but another owner's repository: nothing shows that this is the same Ravi.
  packageOf('unrelated', ravi, [ravi], 'https://github.com/somebody-example/unrelated'),
];

export const places: StandInPlace[] = [
  {
    open: npmStandIn,
    baseUrl: 'NPM_BASE_URL',
    knows: [{ source: 'npm', link: 'github.com/asha-example' }],
  },
];
