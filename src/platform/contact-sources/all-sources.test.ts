import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import type { VendorClient, VendorOptions } from '#platform/outgoing/index.ts';
import { sourceTest, valuesOf } from '#test/support/contact-sources.ts';
import {
  allDescriptions,
  extraHostsOf,
  openSources,
  refusedStandIns,
  vendorVariables,
} from './all-sources.ts';
import { vendors } from './vendors.ts';

const names = Object.keys(valuesOf({}));

/** Opens the sources for these variables and records the clients they request. */
function openWith(environment: Record<string, string>) {
  const clients: VendorOptions[] = [];
  const client: VendorClient = {
    request: () => assert.fail('no source is asked'),
    state: () => assert.fail('no source is asked'),
    close() {},
  };
  const sources = openSources({
    outgoing: {
      vendorClient(options) {
        clients.push(options);
        return client;
      },
      fetchPage: () => assert.fail('no source is asked'),
    },
    values: valuesOf(environment),
  });
  return { sources, clients };
}

test('a vendor is a folder and a line in the list', () => {
  const folders = globSync('*/', { cwd: import.meta.dirname }).filter((name) => !name.startsWith('source'));
  assert.equal(vendors.length, folders.length);
  assert.equal(new Set(vendors).size, vendors.length);
});

test('without any settings, only the sources that need no credential are available', () => {
  const { sources } = openWith({});
  assert.deepEqual(
    sources.list.map(({ id }) => id),
    ['gitlab', 'forgejo', 'bitbucket', 'npm', 'mastodon', 'website'],
  );
});

test('every source lists its variables, and every variable belongs to a source', () => {
  const named = new Set(allDescriptions.flatMap(({ variables }) => variables));
  assert.deepEqual(
    [...named].filter((name) => !names.includes(name)),
    [],
  );
  assert.deepEqual(
    names.filter((name) => !named.has(name)),
    ['SITE_STAND_INS'],
  );
});

test('each variable reaches its source', () => {
  const text = (name: string) =>
    name.endsWith('_PAISE')
      ? '12.5'
      : name.endsWith('_URL')
        ? `http://127.0.0.1:1/${name}`
        : `token-of-${name}`;
  const switches = [
    'GITHUB_COMMITS',
    'NPM_LOOKUPS',
    'MASTODON_LOOKUPS',
    'WEBSITE_LOOKUPS',
    'GITLAB_HOSTS',
    'FORGEJO_HOSTS',
    'SITE_STAND_INS',
  ];
  const set = names.filter((name) => !switches.includes(name));
  const { sources, clients } = openWith(Object.fromEntries(set.map((name) => [name, text(name)])));
  const opened = JSON.stringify(clients);
  for (const name of set) if (!name.endsWith('_PAISE')) assert.ok(opened.includes(text(name)), name);
  const paid = sources.list.filter(({ tier }) => tier === 'paid');
  assert.equal(paid.length, set.filter((name) => name.endsWith('_PAISE')).length);
  for (const { id, price } of paid) {
    const { units, perHitPaise } = price(['emails']);
    assert.equal(perHitPaise, Math.ceil(units * 12.5), id);
  }
});

const refused: [name: string, text: string][] = [
  ['GITHUB_BASE_URL', 'api.github.com'],
  ['GITHUB_BASE_URL', 'ftp://api.github.com'],
  ['HUNTER_CREDIT_PAISE', '0'],
  ['HUNTER_CREDIT_PAISE', '-1'],
  ['HUNTER_CREDIT_PAISE', '1e3'],
  ['GITHUB_COMMITS', 'yes'],
  ['GITLAB_HOSTS', 'https://git.example.com'],
  ['GITLAB_HOSTS', 'localhost'],
  ['SITE_STAND_INS', 'https://jane.example.com=https://elsewhere.example.com'],
  ['SITE_STAND_INS', 'https://jane.example.com=http://10.0.0.1:80'],
  ['SITE_STAND_INS', 'https://jane.example.com/page=http://127.0.0.1:80'],
  ['SITE_STAND_INS', 'https://jane.example.com'],
];

for (const [name, text] of refused) {
  test(`${name}=${text} is refused`, () => assert.throws(() => valuesOf({ [name]: text })));
}

test('a base URL loses its last slash and keeps its path', () => {
  const { GITHUB_BASE_URL } = valuesOf({ GITHUB_BASE_URL: 'https://git.example.com/api/v3/' });
  assert.equal(GITHUB_BASE_URL, 'https://git.example.com/api/v3');
});

test('own hosts have their tokens, and their links are recognized', () => {
  const values = valuesOf({
    GITLAB_HOSTS: 'Git.example.com=glpat-a=b, code.example.net',
    FORGEJO_HOSTS: 'forge.example.org',
  });
  assert.deepEqual(values.GITLAB_HOSTS, [
    { host: 'git.example.com', token: 'glpat-a=b', baseUrl: 'https://git.example.com' },
    { host: 'code.example.net', token: '', baseUrl: 'https://code.example.net' },
  ]);
  assert.deepEqual(extraHostsOf(values), [
    { host: 'git.example.com', software: 'gitlab' },
    { host: 'code.example.net', software: 'gitlab' },
    { host: 'forge.example.org', software: 'forgejo' },
  ]);
});

test('in production every URL is the vendor’s own, and no website has a stand-in', () => {
  assert.deepEqual(refusedStandIns(valuesOf({})), []);
  const sandbox = { PEOPLE_DATA_LABS_BASE_URL: 'https://sandbox.api.peopledatalabs.com' };
  assert.deepEqual(refusedStandIns(valuesOf(sandbox)), []);
  const foreign = {
    GITHUB_BASE_URL: 'http://127.0.0.1:4700',
    SITE_STAND_INS: 'https://a.example.com=http://127.0.0.1:1',
  };
  assert.deepEqual(refusedStandIns(valuesOf(foreign)), [
    "GITHUB_BASE_URL must be the vendor's own address unless VENDOR_STAND_INS is on",
    'SITE_STAND_INS must be empty unless VENDOR_STAND_INS is on',
  ]);
});

test('every variable is documented, and no example is a secret', () => {
  for (const [name, { doc, example }] of Object.entries(vendorVariables)) {
    assert.match(doc, /\.$/, name);
    if (/TOKEN|KEY/.test(name)) assert.equal(example, '', name);
  }
});

test('a source without its credential or its price is unavailable, with a reason', async () => {
  await using world = await sourceTest({
    environment: { GITHUB_TOKEN: '', HUNTER_API_KEY: '', PROSPEO_CREDIT_PAISE: '', NPM_LOOKUPS: 'off' },
  });
  const reasons = Object.fromEntries(world.sources.unavailable.map(({ id, reason }) => [id, reason]));
  assert.deepEqual(reasons, {
    github: 'GITHUB_TOKEN is not set. GitHub shows addresses only to signed-in callers.',
    github_commits: 'GITHUB_TOKEN is not set.',
    npm: 'NPM_LOOKUPS is off.',
    prospeo:
      "PROSPEO_CREDIT_PAISE is not set. Without the price of a credit, Contactry can't limit spending.",
    hunter: 'HUNTER_API_KEY is not set.',
  });
});

test('free sources come before paid ones, and no source appears twice', async () => {
  await using world = await sourceTest();
  const tiers = world.sources.list.map(({ tier }) => tier);
  assert.deepEqual(tiers, [...tiers].sort());
  assert.equal(new Set(allDescriptions.map(({ id }) => id)).size, allDescriptions.length);
  for (const { id, tier, stage, terms } of allDescriptions) {
    assert.equal(stage === 'paid', tier === 'paid', id);
    if (tier === 'paid') assert.deepEqual([terms.billable, terms.storable], [true, false], id);
  }
});

test('GitHub, its commits and npm are not billable', () => {
  const unsold = allDescriptions.filter(({ tier, terms }) => tier === 'free' && !terms.billable);
  assert.deepEqual(
    unsold.map(({ id }) => id),
    ['github', 'github_commits', 'npm'],
  );
});
