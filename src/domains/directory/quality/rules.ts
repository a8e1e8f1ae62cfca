import { dayMs } from '#core/clock.ts';
import type { ContactSet, Person } from '#values/contacts/index.ts';
import type { ProfileStatements } from '../profiles/rewrite-profiles.ts';
import { agesMax, type Measured, type SourceQuality, sourcesListed } from './shapes.ts';

/** Figures under way. */
export interface Measuring {
  measured: number;
  all: SourceQuality;
  /** By source. */
  sources: Map<string, SourceQuality>;
  others: SourceQuality | null;
}

/** A file may name a source of its own in each row. Those beyond this many are measured together. */
const sourcesApart = 1000;

export const startMeasuring = (): Measuring => ({
  measured: 0,
  all: nothing(null),
  sources: new Map(),
  others: null,
});

const nothing = (source: string | null): SourceQuality => ({
  source,
  profiles: 0,
  with_email: 0,
  with_phone: 0,
  with_link: 0,
  with_name: 0,
  with_company: 0,
  values: 0,
  ages: [...agesMax, null].map((days_max) => ({ days_max, values: 0 })),
  addresses: 0,
  duplicates: 0,
  name_conflicts: { compared: 0, differing: 0 },
  company_conflicts: { compared: 0, differing: 0 },
});

type Known = Pick<ProfileStatements, 'contacts' | 'statements' | 'suppressionKeys'>;

/** Adds a profile. `shared` has the keys of values that are on several profiles. */
export function measureProfile(to: Measuring, profile: Known, shared: ReadonlySet<string>, now: Date): void {
  to.measured += 1;
  const texts = textsBySource(profile.statements);
  const { contacts } = profile;
  for (const source of new Set([...texts.keys(), ...sourcesIn(contacts)])) {
    const quality = qualityOf(to, source);
    measureValues(quality, profile, shared, { now, isOf: (one) => one === source });
    measureTexts(quality, texts.get(source));
    for (const text of ['full_name', 'company'] as const) {
      const own = texts.get(source)?.[text] ?? null;
      const others = [...texts].filter(([name]) => name !== source).map(([, said]) => said[text]);
      compare(quality[conflictsIn[text]], own, others);
    }
  }
  measureValues(to.all, profile, shared, { now, isOf: () => true });
  measureTexts(to.all, contacts.person);
  for (const text of ['full_name', 'company'] as const) {
    const [first = null, ...others] = [...texts.values()]
      .map((said) => said[text])
      .filter((one) => one !== null);
    compare(to.all[conflictsIn[text]], first, others);
  }
}

const conflictsIn = { full_name: 'name_conflicts', company: 'company_conflicts' } as const;

function qualityOf(to: Measuring, source: string): SourceQuality {
  const known = to.sources.get(source);
  if (known) return known;
  if (to.sources.size >= sourcesApart) {
    to.others ??= nothing(null);
    return to.others;
  }
  const quality = nothing(source);
  to.sources.set(source, quality);
  return quality;
}

const sourcesIn = ({ emails, phones, links }: ContactSet): Set<string> =>
  new Set([...emails, ...phones, ...links].flatMap(({ sources }) => sources.map(({ source }) => source)));

type Texts = Pick<Person, 'full_name' | 'company'>;

/** A name has no source of its own: it is that of the values beside it. */
function textsBySource(statements: Known['statements']): Map<string, Texts> {
  const texts = new Map<string, Texts>();
  for (const { contacts } of statements) {
    const { full_name, company } = contacts.person;
    for (const source of sourcesIn(contacts)) {
      const known = texts.get(source);
      texts.set(source, {
        full_name: full_name ?? known?.full_name ?? null,
        company: company ?? known?.company ?? null,
      });
    }
  }
  return texts;
}

interface Measure {
  now: Date;
  isOf: (source: string) => boolean;
}

function measureValues(
  quality: SourceQuality,
  { contacts: { emails, phones, links }, suppressionKeys }: Known,
  shared: ReadonlySet<string>,
  { now, isOf }: Measure,
): void {
  quality.profiles += 1;
  const [, ...keys] = suppressionKeys;
  const isFrom = { with_email: false, with_phone: false, with_link: false };
  const values = [
    ...emails.map((value) => ['with_email', value] as const),
    ...phones.map((value) => ['with_phone', value] as const),
    ...links.map((value) => ['with_link', value] as const),
  ];
  // The keys are those of the emails and phones, in their order.
  for (const [at, [member, { sources }]] of values.entries()) {
    const seen = sources.find(({ source }) => isOf(source));
    if (!seen) continue;
    isFrom[member] = true;
    quality.values += 1;
    const days = (now.getTime() - Date.parse(seen.seen_at)) / dayMs;
    quality.ages.find(({ days_max }) => days_max === null || days <= days_max)!.values += 1;
    if (member === 'with_link') continue;
    quality.addresses += 1;
    if (shared.has(keys[at] ?? '')) quality.duplicates += 1;
  }
  for (const member of ['with_email', 'with_phone', 'with_link'] as const)
    if (isFrom[member]) quality[member] += 1;
}

function measureTexts(quality: SourceQuality, said: Texts | undefined): void {
  if (said?.full_name) quality.with_name += 1;
  if (said?.company) quality.with_company += 1;
}

const alike = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s.,]+/g, ' ')
    .trim();

function compare(
  conflicts: SourceQuality['name_conflicts'],
  own: string | null,
  others: readonly (string | null)[],
): void {
  const further = others.filter((text) => text !== null);
  if (own === null || further.length === 0) return;
  conflicts.compared += 1;
  if (further.some((text) => alike(text) !== alike(own))) conflicts.differing += 1;
}

export function endMeasuring({ measured, all, sources, others }: Measuring, profiles: number): Measured {
  const ordered = [...sources.values()].sort((one, other) => other.profiles - one.profiles);
  const rest = ordered.slice(sourcesListed);
  return {
    profiles,
    measured,
    all,
    sources: ordered.slice(0, sourcesListed),
    others: others || rest.length > 0 ? rest.reduce(together, others ?? nothing(null)) : null,
  };
}

const together = (one: SourceQuality, other: SourceQuality): SourceQuality => {
  const sum = (name: Exclude<keyof SourceQuality, 'source' | 'ages' | `${string}_conflicts`>) =>
    one[name] + other[name];
  const conflicts = (name: 'name_conflicts' | 'company_conflicts') => ({
    compared: one[name].compared + other[name].compared,
    differing: one[name].differing + other[name].differing,
  });
  return {
    source: null,
    profiles: sum('profiles'),
    with_email: sum('with_email'),
    with_phone: sum('with_phone'),
    with_link: sum('with_link'),
    with_name: sum('with_name'),
    with_company: sum('with_company'),
    values: sum('values'),
    ages: one.ages.map((age, at) => ({ ...age, values: age.values + other.ages[at]!.values })),
    addresses: sum('addresses'),
    duplicates: sum('duplicates'),
    name_conflicts: conflicts('name_conflicts'),
    company_conflicts: conflicts('company_conflicts'),
  };
};
