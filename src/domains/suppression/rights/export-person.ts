import Type, { type Static } from 'typebox';
import type { Context } from '#core/context.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { instant } from '#core/shapes.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { type ExtraHost, parseProfileLink } from '#values/profile-link/index.ts';
import { profilesOf } from '../hiding/hide-people.ts';
import { suppressionKey } from '../keys.ts';
import { namedValues, type PersonMembers, personMembers } from '../named-values.ts';
import { entryOf, SuppressionEntry, suppressionIdOf } from '../shapes.ts';
import { suppressionsOf } from '../sql.ts';
import { carriersOf } from '../stores.ts';
import { KnownProfile } from './export-shapes.ts';

const othersMax = 100;

const PersonExport = Type.Object({
  exported_at: instant('When the export was made.'),
  suppressions: Type.Array(SuppressionEntry, {
    description: "The person's entries on the suppression list.",
  }),
  profiles: Type.Array(KnownProfile, { description: 'Profiles of the person that the service knows.' }),
  shares_values_with: Type.Array(Type.String(), {
    description: `Other profiles that carry one of these addresses or numbers and may be the same person, at most ${othersMax}.`,
  }),
});
export type PersonExport = Static<typeof PersonExport>;

export const exportPerson = operation({
  id: 'suppression.export-person',
  summary: 'Export everything known about a person',
  description:
    'For access requests (GDPR Art. 15): every value with its provenance, and who received it. Works for suppressed people ' +
    'too. An address or number finds the profiles that carry it in the directory or in stored answers of sources. Name the ' +
    'profile as well to find lookup answers about it when neither has anything.',
  kind: 'query',
  // It has contacts that customers looked up.
  roles: ['support'],
  doors: [admin('POST', '/api/v1/admin/people/export')],
  input: Type.Object(personMembers),
  example: { email: 'asha@asha.example.com' },
  output: PersonExport,

  async run(ctx, members) {
    const known = await exportOf(ctx, members);
    const suppressions = namedValues(ctx.ports, [{ members }]).map(({ key }) => suppressionIdOf(key));
    ctx.audit('person.exported', { suppressions, profiles: known.profiles.length });
    return known;
  },
});

/** Everything that is known about the person. */
export async function exportOf(
  ctx: Pick<Context, 'ports' | 'db' | 'now'>,
  members: PersonMembers,
): Promise<PersonExport> {
  const { personalData } = ctx.ports;
  const named = namedValues(ctx.ports, [{ members }]);
  const keys = named.map(({ key }) => key);
  const carriers = await carriersOf(personalData, ctx.db, keys);
  const hashes = profilesOf(named, carriers);

  const urls = new Map<string, string>([
    ...named.flatMap(({ profileHash, value }) => (profileHash ? [[profileHash, value] as const] : [])),
    ...carriers.map(({ hash, url }) => [hash, url] as const),
  ]);
  const personKeys = [...new Set([...keys, ...carriers.flatMap((carrier) => carrier.keys)])];
  const suppressions = await suppressionsOf(ctx.db, personKeys);
  const others = await carriersOf(personalData, ctx.db, personKeys, othersMax + hashes.length);
  const profiles = [];
  for (const [hash, url] of urls) {
    const carrier = carriers.find((one) => one.hash === hash);
    const ownKeys = carrier?.keys ?? [suppressionKey(ctx.ports.suppressionPepper, 'profile', url)];
    const suppressed = suppressions.some(({ key }) => ownKeys.includes(key));
    profiles.push(await knownOf(ctx, { hash, url, suppressed }));
  }
  return {
    exported_at: ctx.now(),
    suppressions: suppressions.map(entryOf),
    profiles,
    shares_values_with: others
      .filter(({ hash }) => !urls.has(hash))
      .map(({ url }) => url)
      .slice(0, othersMax),
  };
}

interface Known {
  hash: string;
  url: string;
  suppressed: boolean;
}

/** Everything that the stores have on the profile. */
async function knownOf(
  { ports, db }: Pick<Context, 'ports' | 'db'>,
  { hash, url, suppressed }: Known,
): Promise<KnownProfile> {
  const parts = await Promise.all(ports.personalData.map((store) => store.exported(db, hash)));
  const names = parts.flatMap((part) => Object.keys(part));
  if (new Set(names).size < names.length) throw new Error(`two stores export the same member of ${names}`);
  const known = Object.assign({}, ...parts) as Omit<KnownProfile, 'suppressed'>;
  return { ...known, profile: known.profile ?? profileOf(url, ports.use(CodeHosts)), suppressed };
}

function profileOf(canonicalUrl: string, codeHosts: readonly ExtraHost[]): KnownProfile['profile'] {
  const parsed = parseProfileLink(canonicalUrl, codeHosts);
  if (!parsed.ok) throw new Error('a canonical link is not a profile');
  const { network, handle, url } = parsed.profile;
  return { network, handle, url };
}
