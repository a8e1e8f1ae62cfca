import Type from 'typebox';
import {
  idText,
  list,
  Misfit,
  maybe,
  readJson,
  readOrNull,
  some,
  text,
  word,
  yes,
} from '#core/vendor-json.ts';
import { scanPage } from '#platform/html/scan-page.ts';
import {
  collectContacts,
  confidence,
  isLinkedIn,
  isSameProfile,
  publishedAt,
  type SourceQuery,
} from '../source/contact-collector.ts';
import { type Fetched, openFreeSource } from '../source/free-source.ts';
import { malformed, notApplicable, notFound, type Outcome } from '../source/outcome.ts';
import {
  everyNetwork,
  openTerms,
  type Source,
  type SourceContext,
  type SourceDescription,
  type SourceRequest,
} from '../source/source.ts';
import { onOrOff, unavailable, vendor } from '../vendor.ts';
import { factsOf, mailtoAddresses } from '../website/page-facts.ts';
import { outcomeOfRefusal, type SitePages } from '../website/visit-site.ts';

/**
 * Fediverse accounts that a profile links to, found by WebFinger (RFC 7033) and read through Mastodon's API, which related
 * software supports too. A field with `verified_at` is a link that the server checked in both directions.
 */
const description: SourceDescription = {
  id: 'mastodon',
  title: 'Mastodon and WebFinger',
  tier: 'free',
  stage: 'derived',
  networks: everyNetwork,
  fields: ['emails', 'links'],
  evidence: ['subject_published'],
  terms: openTerms,
  limits: { perMinute: 60, concurrency: 1, spacingMs: 1000, timeoutMs: 6000, requestsMax: 2 },
  variables: ['MASTODON_LOOKUPS'],
};

const openMastodon = (pages: SitePages): Source =>
  openFreeSource({
    description,
    refuses: (request) => (accountOf(request) === null ? 'needs_link' : null),
    async look(context, asked) {
      const { name, host } = accountOf(asked.request)!;
      const finger = await fetchJson(pages, context, webFingerOf(name, host));
      if ('outcome' in finger) return finger;
      const read = readJson(Finger, finger.json);
      if (read instanceof Misfit) return malformed(read);
      const home = homeOf(read, name, host);
      if (home === null) return notFound(false);
      const url = `${home.origin}/api/v1/accounts/lookup?acct=${encodeURIComponent(home.name)}`;
      const account = await fetchJson(pages, context, url);
      return 'outcome' in account ? account : readMastodonAccount(account.json, asked, home);
    },
  });

const handleForm = /^@?([a-z\d_](?:[a-z\d_.-]*[a-z\d_])?)@([a-z\d-]+(?:\.[a-z\d-]+)+)$/i;

function accountOf({ known }: SourceRequest): { name: string; host: string } | null {
  const link = known.links.find(
    ({ network, handle }) => network === 'mastodon' && handleForm.test(handle ?? ''),
  );
  const [, name, host] = handleForm.exec(link?.handle ?? '') ?? [];
  return name === undefined || host === undefined
    ? null
    : { name: name.toLowerCase(), host: host.toLowerCase() };
}

const webFingerOf = (name: string, host: string): string =>
  `https://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${name}@${host}`)}`;

export interface Home {
  /** The account's server, which may differ from the host in its name. */
  origin: string;
  name: string;
  /** The account's profile page. */
  page: string;
}

const Finger = some({
  subject: word,
  aliases: list(text()),
  links: list(some({ rel: text(), href: text() })),
});

/** The server and page of the requested account, from a WebFinger answer. */
export function homeOf(finger: unknown, name: string, host: string): Home | null {
  const { subject = '', aliases = [], links = [] } = readOrNull(Finger, finger) ?? {};
  const profilePage = links.find(({ rel }) => rel === 'http://webfinger.net/rel/profile-page');
  const page = [profilePage?.href ?? '', ...aliases]
    .map((url) => URL.parse(url))
    .find((url) => url?.protocol === 'https:');
  const [, subjectName] = /^acct:([^@]+)@[^@]+$/.exec(subject) ?? [];
  // Reject an answer about another account. The name's host may still differ from the server's.
  if (!page || subjectName !== name || !(subject.endsWith(`@${host}`) || page.hostname === host)) return null;
  return isLinkedIn(page.hostname) ? null : { origin: page.origin, name, page: page.href };
}

/** Limit on a response from an arbitrary server. A complete account takes a tenth of it. */
const jsonLengthMax = 256 * 1024;

async function fetchJson(
  { fetchPage, standIns }: SitePages,
  context: SourceContext,
  url: string,
): Promise<Fetched> {
  const { origin } = new URL(url);
  const { signal, deadlineAt } = context;
  const page = await fetchPage(url.replace(origin, standIns.get(origin) ?? origin), { signal, deadlineAt });
  if (!page.ok) return outcomeOfRefusal(page);
  if (page.text.length > jsonLengthMax) return malformed();
  try {
    return { json: JSON.parse(page.text) };
  } catch {
    return malformed();
  }
}

const addressesMax = 3;
const fieldsMax = 20;
const linksPerFieldMax = 10;
const htmlLengthMax = 10_000;
const typedAddress = /(?<![\w.+@/-])[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+(?![\w@-])/gi;

const Account = Type.Object({
  id: idText,
  username: word,
  ...maybe({
    suspended: yes,
    moved: some({}),
    bot: yes,
    group: yes,
    noindex: yes,
    display_name: text(),
    note: text(htmlLengthMax),
    fields: list(some({ value: text(htmlLengthMax), verified_at: text() }), { most: fieldsMax }),
  }),
});

export function readMastodonAccount(answer: unknown, asked: SourceQuery, home: Home): Outcome {
  const account = readJson(Account, answer);
  if (account instanceof Misfit) return malformed(account);
  if (account.username !== home.name || account.suspended || account.moved) return notFound();
  if (account.bot || account.group) return notApplicable('not_a_person');
  if (account.noindex) return { outcome: 'refused', because: 'noindex' };

  const { profile } = asked.request;
  const fields = (account.fields ?? []).map(({ value, verified_at }) => ({
    ...writtenIn(value, home.page),
    isVerified: verified_at !== undefined,
  }));
  const isLinkedBack = fields.some(
    ({ links, isVerified }) => isVerified && links.some((link) => isSameProfile(link, profile)),
  );
  const sureness = isLinkedBack ? confidence.linkedSite : confidence.unlinkedSite;
  const shown = publishedAt(home.page, sureness);

  const seen = collectContacts(asked);
  const typed = fields
    .flatMap(({ addresses }) => addresses)
    .concat(writtenIn(account.note, home.page).addresses);
  const addresses = new Set(typed.map((address) => address.toLowerCase()));
  if (addresses.size <= addressesMax) for (const address of addresses) seen.email(address, shown);
  for (const { links, isVerified } of fields) {
    for (const link of links)
      if (!isSameProfile(link, profile)) seen.link(link, shown, isVerified ? 'verified' : 'claimed');
  }
  seen.link(home.page, shown, isLinkedBack ? 'verified' : 'claimed');
  return seen.found({
    identity: { match: isLinkedBack ? 'verified_link' : 'same_url', url: home.page },
    person: { full_name: account.display_name },
  });
}

/** Links and addresses in a piece of HTML. Addresses count as typed; "name [at] site" is ignored. */
function writtenIn(html: string | undefined, page: string): { links: string[]; addresses: string[] } {
  if (html === undefined) return { links: [], addresses: [] };
  const { links, addresses } = factsOf(scanPage(html), page);
  return {
    links: links.slice(0, linksPerFieldMax),
    addresses: [...addresses, ...typedIn(withoutTags(html))],
  };
}

/** Stops once there are too many addresses for one person. */
const typedIn = (text: string): string[] =>
  text
    .matchAll(typedAddress)
    .take(addressesMax + 1)
    .flatMap(([address]) => mailtoAddresses(`mailto:${address}`))
    .toArray();

/** Not a regular expression: it would scan the rest of the text for every `<`. */
const withoutTags = (html: string): string =>
  html
    .split('<')
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join(' ');

export const mastodon = vendor({
  descriptions: [description],
  variables: {
    MASTODON_LOOKUPS: onOrOff('Whether to read Mastodon accounts that a profile links to.', true),
  },
  open: ({ MASTODON_LOOKUPS: isOn }, { fetchPage, siteStandIns }) => [
    isOn
      ? openMastodon({ fetchPage, standIns: siteStandIns })
      : unavailable('mastodon', 'MASTODON_LOOKUPS is off.'),
  ],
});
