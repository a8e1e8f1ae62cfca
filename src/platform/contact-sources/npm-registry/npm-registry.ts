import Type from 'typebox';
import { list, Misfit, readJson, some, text, word } from '#core/vendor-json.ts';
import { collectContacts, confidence, type SourceQuery } from '../source/contact-collector.ts';
import { type ApiPlace, openApiSource } from '../source/free-source.ts';
import { type Identity, malformed, notFound, type Outcome } from '../source/outcome.ts';
import { openTerms, type SourceDescription, type SourceRequest } from '../source/source.ts';
import { baseUrl, onOrOff, unavailable, vendor, vendorApi } from '../vendor.ts';

/**
 * The addresses of npm accounts. The registry shows every maintainer's address, whether they want it or not. The evidence is
 * `registry`, and it isn't billable unless the operator decides otherwise.
 */
const description: SourceDescription = {
  id: 'npm',
  title: 'npm registry',
  tier: 'free',
  stage: 'derived',
  networks: ['github'],
  fields: ['emails', 'links'],
  evidence: ['registry'],
  terms: { ...openTerms, billable: false },
  limits: { perMinute: null, concurrency: 1, spacingMs: 200, timeoutMs: 4000, requestsMax: 1 },
  variables: ['NPM_LOOKUPS', 'NPM_BASE_URL'],
};

const place: ApiPlace = {
  description,
  refuses: (request) => (accountName.test(accountFor(request).name) ? null : 'unsupported_link'),
  async look(asked) {
    const query = { text: `maintainer:${accountFor(asked.request).name}`, size: packagesMax };
    const answer = await asked.get('/-/v1/search', query, {});
    return 'json' in answer ? readNpmSearch(answer.json, asked) : answer;
  },
};

const packagesMax = 20;

// npm's rule for names. A space or colon would add search terms.
const accountName = /^[a-z\d][a-z\d._-]*$/;

/** The npm account that the profile names, else the account of the same name, which then needs proof. */
function accountFor({ profile, known }: SourceRequest): { name: string; isNamed: boolean } {
  const named = known.links.find((link) => link.network === 'npm' && link.handle !== null);
  return { name: (named?.handle ?? profile.handle).toLowerCase(), isNamed: named !== undefined };
}

const Person = some({ username: word, email: text() });
const Package = some({
  links: some({ npm: text(), repository: word }),
  publisher: Person,
  maintainers: list(Person),
});
const Results = Type.Object({ objects: list(some({ package: Package }), { most: packagesMax }) });

/**
 * A package counts if its repository belongs to the GitHub account: npm then points back at GitHub. Otherwise it counts only if
 * the GitHub profile names the npm account. An equal name alone proves nothing.
 */
export function readNpmSearch(answer: unknown, asked: SourceQuery): Outcome {
  const { profile } = asked.request;
  const results = readJson(Results, answer);
  if (results instanceof Misfit) return malformed(results);
  const { name, isNamed } = accountFor(asked.request);
  const packages = results.objects.flatMap((entry) => entry.package ?? []);
  const own = packages.filter(({ links }) => ownerOf(links?.repository) === profile.handle);
  const accepted = isNamed ? packages : own;

  const seen = collectContacts(asked);
  for (const { links, publisher = {}, maintainers = [] } of accepted) {
    for (const { username, email } of [publisher, ...maintainers]) {
      if (username !== name) continue;
      seen.email(email, { kind: 'registry', confidence: confidence.registry, url: links?.npm });
    }
  }
  if (seen.emails.length === 0) return notFound();
  const account = `https://www.npmjs.com/~${name}`;
  const proof = own.length > 0 ? 'verified' : 'claimed';
  seen.link(account, { kind: 'registry', confidence: confidence.registry, url: profile.url }, proof);
  const match: Identity['match'] = own.length > 0 ? 'verified_link' : 'same_url';
  return seen.found({ identity: { match, url: account } });
}

/** The owner of a GitHub repository, in lower case. */
function ownerOf(repository = ''): string | null {
  const pattern =
    /^(?:git\+)?(?:https?:\/\/|git:\/\/|ssh:\/\/git@|git@)?(?:www\.)?github\.com[/:]([a-z\d-]+)\/[^/]/;
  return pattern.exec(repository)?.[1] ?? null;
}

export const npmRegistry = vendor({
  descriptions: [description],
  variables: {
    NPM_LOOKUPS: onOrOff('Whether to use the npm registry.', true),
    NPM_BASE_URL: baseUrl('the npm registry', 'https://registry.npmjs.org'),
  },
  open: ({ NPM_LOOKUPS: isOn, NPM_BASE_URL: baseUrl }, way) => [
    isOn
      ? openApiSource(place, vendorApi(way, description, { token: '', baseUrl }))
      : unavailable('npm', 'NPM_LOOKUPS is off.'),
  ],
});
