import { systemClock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import { openStandIns, type StandIns } from '#dev/stand-ins/contact-sources/all-stand-ins.ts';
import type { StandIn } from '#dev/stand-ins/contact-sources/stand-in.ts';
import {
  extraHostsOf,
  openSources,
  type Sources,
  type SourceValues,
  vendorVariables,
} from '#platform/contact-sources/all-sources.ts';
import type { Found, Outcome } from '#platform/contact-sources/source/outcome.ts';
import type { PaidQuery } from '#platform/contact-sources/source/paid-source.ts';
import type {
  Field,
  KnownLink,
  Source,
  SourceContext,
  SourceRequest,
} from '#platform/contact-sources/source/source.ts';
import type { Validated, Validators } from '#platform/contact-sources/source/validators.ts';
import { type OutgoingOptions, openOutgoing } from '#platform/outgoing/index.ts';
import { ampleTime } from '#test/support/outgoing/stand-in-site.ts';
import { type ProfileLink, parseProfileLink } from '#values/profile-link/index.ts';

export const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} };

export interface RequestParts {
  wants?: readonly Field[];
  links?: readonly KnownLink[];
}

export interface SourceTest extends AsyncDisposable {
  standIns: StandIns;
  sources: Sources;
  standIn(name: string): StandIn;
  source(id: string): Source;
  context: SourceContext;
  lookup(id: string, link: string, parts?: RequestParts): Promise<Outcome>;
  resume(id: string, link: string, ticket: string, parts?: RequestParts): Promise<Outcome>;
}

export interface SourceTestOptions {
  environment?: Record<string, string>;
  timing?: OutgoingOptions['timing'];
  validators?: Validators;
  signal?: AbortSignal;
}

/** All sources, each with its stand-in: `await using test = await sourceTest()`. */
export async function sourceTest(options: SourceTestOptions = {}): Promise<SourceTest> {
  const standIns = await openStandIns();
  const values = valuesOf({ ...standIns.environment, ...options.environment });
  const clock = options.timing ?? systemClock;
  const outgoing = openOutgoing({
    crawler: { product: 'contactry-test', version: '1', contactUrl: 'https://contactry.example/bot' },
    limits: { ...ampleTime, spacingMs: 0 },
    allowedOrigins: [...values.SITE_STAND_INS.values()],
    timing: options.timing,
  });
  const sources = openSources({ outgoing, values });
  const extraHosts = extraHostsOf(values);
  const context: SourceContext = {
    signal: options.signal ?? new AbortController().signal,
    deadlineAt: new Date(clock.now().getTime() + 60_000),
    clock,
    log: quiet,
    validators: options.validators ?? openMemoryValidators(),
  };
  const source = (id: string) => {
    const found = sources.list.find((one) => one.id === id);
    if (!found) throw new Error(`${id} is unavailable`);
    return found;
  };

  return {
    standIns,
    sources,
    context,
    source,
    standIn: (name) => standIns.byName.get(name)!,
    lookup: (id, link, parts) => source(id).lookup(context, requestFor(profileOf(link, extraHosts), parts)),
    resume: (id, link, ticket, parts) =>
      source(id).resume!(context, requestFor(profileOf(link, extraHosts), parts), ticket),
    async [Symbol.asyncDispose]() {
      for (const standIn of standIns.byName.values()) standIn.release();
      await outgoing.close();
      await standIns[Symbol.asyncDispose]();
    },
  };
}

/** Stored answers in memory. */
export function openMemoryValidators(): Validators {
  const answers = new Map<string, Validated>();
  return {
    get: async (url, credentialId) => answers.get(`${credentialId} ${url}`) ?? null,
    put: async (url, credentialId, validated) => void answers.set(`${credentialId} ${url}`, validated),
  };
}

/** Parses variables like `src/start/config.ts`. */
export function valuesOf(environment: Record<string, string>): SourceValues {
  const entries = Object.entries(vendorVariables).map(([name, { fallback, read }]) => {
    const text = environment[name];
    return [name, text ? read(text) : fallback];
  });
  return Object.fromEntries(entries) as SourceValues;
}

export function profileOf(
  link: string,
  extraHosts: Parameters<typeof parseProfileLink>[1] = [],
): ProfileLink {
  const parsed = parseProfileLink(link, extraHosts);
  if (!parsed.ok) throw new Error(`${link} is not a profile: ${parsed.reason}`);
  return parsed.profile;
}

export const requestFor = (
  profile: ProfileLink,
  { wants, links = [] }: RequestParts = {},
): SourceRequest => ({
  profile,
  wants: wants ?? ['emails', 'phones', 'links'],
  known: { name: null, links },
});

export const knownLink = (network: string, handle: string | null, url: string): KnownLink => ({
  network,
  handle,
  url,
  proof: 'claimed',
});

/** The outcome as a find. Fails the test if it is anything else. */
export function foundIn(outcome: Outcome): Found {
  if (outcome.outcome !== 'found') throw new Error(`expected a find, got ${JSON.stringify(outcome)}`);
  return outcome;
}

export const addressesIn = (outcome: Outcome): string[] =>
  foundIn(outcome).emails.map(({ address }) => address);
export const numbersIn = (outcome: Outcome): string[] => foundIn(outcome).phones.map(({ number }) => number);
export const linksIn = (outcome: Outcome): string[] => foundIn(outcome).links.map(({ url }) => url);

/** A query to a paid source, at ten rupees per credit. */
export function paidAsked(source: string, link: string, units: number): PaidQuery {
  const request = requestFor(profileOf(link));
  const price = { unit: 'credit', units, perHitPaise: units * 1000, perMissPaise: 0 } as const;
  return { source, request, at: new Date('2026-11-01T00:00:00Z'), price, creditPaise: 1000 };
}
