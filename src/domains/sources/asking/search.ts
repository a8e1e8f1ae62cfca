import type { Db } from '#core/context.ts';
import { port } from '#core/ports.ts';
import {
  type ContactSet,
  type EmailContact,
  mergeContacts,
  noContacts,
  type PhoneContact,
  type Provenance,
} from '#values/contacts/index.ts';
import type { ProfileLink } from '#values/profile-link/index.ts';
import type { Spending } from '../money/vendor-money.ts';
import type { Field, KnownLink, Source, SourceRequest } from '../port.ts';
import { byExpectedCost } from '../remembering/store-found.ts';
import type { AgreedTerms } from '../settings.ts';
import { type FreshAnswers, freshAnswers, talliesOf } from '../sql.ts';
import { answerTo, askedFor } from './coverage.ts';
import type { Ask } from './question.ts';
import { type Reply, replyOf } from './reply.ts';

export interface SearchRequest {
  profile: ProfileLink;
  profileHash: string;
  wants: readonly Field[];
  name: string | null;
  /** The person is suppressed: no source is asked, and everything else runs as for a person none knows. */
  pretend: boolean;
  /** The directory's contacts. */
  known: ContactSet | null;
  /** Whether the search can stop. */
  enough(contacts: ContactSet): boolean;
  /** Limits what paid sources may cost. */
  spending: Spending;
  /** Free sources that a process was asking about this profile when it died. They aren't asked again. */
  avoid: readonly string[];
}

export interface SearchResult {
  contacts: ContactSet;
  /** Sources that should have answered and did not. */
  troubles: string[];
  /** Whether any source answered, even if it knew nothing. */
  answered: boolean;
  /** The person opted out at a source, so nothing that was found may be used. */
  optedOut: boolean;
  /** Paid sources were skipped because the day's limit for unearned money is reached. */
  limited: boolean;
  /** Another process has taken over the lookup, so this result is incomplete and unusable. */
  lost: boolean;
}

export interface Search {
  /** Whether any enabled source covers profiles of this network. */
  covers(network: ProfileLink['network']): boolean;
  run(request: SearchRequest): Promise<SearchResult>;
}

export const Search = port<Search>('search');

export interface SearchOptions {
  db: Db;
  sources: readonly Source[];
  ask: Ask;
  isOn: (source: string) => boolean;
  agreed: (source: string) => AgreedTerms | undefined;
}

const hitRateDays = 30;

/**
 * Searches beyond the directory: free sources of the profile concurrently, then those the found links lead to, then paid ones
 * one at a time, lowest expected cost first. Stops waiting as soon as there is enough.
 */
export function openSearch({ db, sources, ask, isOn, agreed }: SearchOptions): Search {
  const share = openShare();
  return {
    covers: (network) => sources.some((source) => source.networks.includes(network) && isOn(source.id)),
    run: async (request) => {
      using replies = share(`${request.profileHash} ${request.pretend} ${[...request.wants].sort().join()}`);
      const run = startRun(request, replies, await freshAnswers(db, request.profileHash));
      const inStage = (stage: Source['stage']) =>
        sources.filter((source) => source.stage === stage && isOn(source.id));

      await askConcurrently(run, ask, inStage('profile'));
      if (!run.isDone()) await askConcurrently(run, ask, inStage('derived'));
      if (!run.isDone()) await askPaid({ db, ask, agreed }, run, inStage('paid'));
      return { ...run.result(), contacts: withEvidence(run.result().contacts) };
    },
  };
}

type Replies = Map<string, Promise<Reply>>;

/**
 * Concurrent searches for the same thing share replies, from the first one's start to the last one's end. They aren't kept
 * longer, because some sources don't allow storing their answers.
 */
function openShare(): (name: string) => Replies & Disposable {
  const shared = new Map<string, { replies: Replies; searches: number }>();
  return (name) => {
    const place = shared.get(name) ?? { replies: new Map<string, Promise<Reply>>(), searches: 0 };
    shared.set(name, place);
    place.searches += 1;
    return Object.assign(place.replies, {
      [Symbol.dispose]() {
        place.searches -= 1;
        if (place.searches === 0) shared.delete(name);
      },
    });
  };
}

interface Run {
  request: SearchRequest;
  replies: Replies;
  /** The source's stored answer, if it covers the question. */
  fresh(source: Source): ContactSet | null | undefined;
  question(): SourceRequest;
  take(source: Source, reply: Reply): void;
  /** Ends the search of paid sources for a reason other than an answer. */
  stop(why: 'limited' | 'lost'): void;
  isDone(): boolean;
  result(): SearchResult;
}

function startRun(request: SearchRequest, replies: Replies, kept: FreshAnswers): Run {
  let contacts = request.known ?? noContacts;
  let answered = false;
  let optedOut = false;
  let stopped: 'limited' | 'lost' | null = null;
  const troubles: string[] = [];
  const links: KnownLink[] = contacts.links.map((link) => ({ ...link, proof: 'claimed' as const }));
  return {
    request,
    replies,
    fresh: (source) => answerTo(kept.get(source.id) ?? [], askedFor(source, request.wants)),
    question: () => ({
      profile: request.profile,
      wants: request.wants,
      known: { name: request.name ?? contacts.person.full_name, links: [...links] },
    }),
    take(source, reply) {
      if (reply.kind === 'found') {
        contacts = mergeContacts(contacts, reply.contacts);
        links.push(...reply.links);
      }
      if (reply.kind === 'found' || reply.kind === 'not_found') answered = true;
      if (reply.kind === 'opted_out') optedOut = true;
      if (reply.kind === 'failed') troubles.push(source.id);
    },
    stop: (why) => {
      stopped = why;
    },
    isDone: () => optedOut || request.enough(contacts),
    result: () => ({
      contacts,
      troubles,
      answered,
      optedOut,
      limited: stopped === 'limited',
      lost: stopped === 'lost',
    }),
  };
}

async function replyFrom(run: Run, ask: Ask, source: Source): Promise<Reply> {
  const question = run.question();
  if (!source.applies(question).applies) return { kind: 'skipped' };
  const fresh = run.fresh(source);
  const { pretend, profileHash, spending, avoid } = run.request;
  if (fresh !== undefined) return replyOf(pretend ? null : fresh);
  if (source.tier === 'free' && avoid.includes(source.id)) return { kind: 'failed', why: 'process_died' };
  const request = { ...question, wants: askedFor(source, question.wants) };
  const took = (paise: number) => spending.took(source.id, paise);
  const reply = run.replies.get(source.id) ?? ask({ source, request, profileHash, pretend, took });
  run.replies.set(source.id, reply);
  return reply;
}

/** Takes replies as they arrive until there is enough. Questions in progress finish on their own; see `openAsk`. */
async function askConcurrently(run: Run, ask: Ask, sources: readonly Source[]): Promise<void> {
  const enough = Promise.withResolvers<void>();
  let isOver = false;
  const all = sources.map(async (source) => {
    const reply = await replyFrom(run, ask, source);
    if (isOver) return;
    run.take(source, reply);
    if (run.isDone()) enough.resolve();
  });
  await Promise.race([enough.promise, Promise.all(all)]);
  isOver = true;
}

async function askPaid(
  { db, ask, agreed }: Pick<SearchOptions, 'db' | 'ask' | 'agreed'>,
  run: Run,
  paid: readonly Source[],
): Promise<void> {
  if (paid.length === 0) return;
  const { wants, spending } = run.request;
  const tallies = await talliesOf(db, hitRateDays);
  const candidates = paid.map((source) => {
    const { asked = 0, found = 0 } = tallies.get(source.id) ?? {};
    const paise = agreed(source.id)?.call_paise ?? source.price(askedFor(source, wants)).perHitPaise;
    return { source, asked, found, paise };
  });
  for (const { source, paise } of byExpectedCost(candidates)) {
    if (!source.applies(run.question()).applies) continue;
    const isAsked = run.fresh(source) === undefined;
    const reserved = isAsked ? await spending.reserve(source.id, paise) : 'reserved';
    if (reserved !== 'reserved') run.stop(reserved === 'limit_reached' ? 'limited' : 'lost');
    if (reserved === 'not_ours') return;
    if (reserved === 'limit_reached') continue;
    run.take(source, await replyFrom(run, ask, source));
    if (isAsked) await spending.answered(source.id);
    if (run.isDone()) return;
  }
}

/** How far one sighting of each kind is trusted, in per cent. Independent sources add up. */
const trustOf: Record<Provenance['kind'], number> = {
  subject_published: 95,
  operator_directory: 90,
  provider_observed: 85,
  provider_attested: 75,
  registry: 60,
  incidental: 50,
};
const confidenceMax = 99;

/**
 * Confidence from evidence: 1 − Π(1 − trust) over the sources, each counted once by its strongest sighting, 99 at most. Values
 * that only the operator's directory has keep the operator's confidence.
 */
export function withEvidence(set: ContactSet): ContactSet {
  return { ...set, emails: set.emails.map(weighed), phones: set.phones.map(weighed) };
}

function weighed<Contact extends EmailContact | PhoneContact>(contact: Contact): Contact {
  const strongest = new Map<string, number>();
  for (const { source, kind } of contact.sources) {
    strongest.set(source, Math.max(strongest.get(source) ?? 0, trustOf[kind]));
  }
  if (contact.sources.every(({ kind }) => kind === 'operator_directory')) return contact;
  const doubt = [...strongest.values()].reduce((rest, trust) => rest * (1 - trust / 100), 1);
  const evidence = Math.min(confidenceMax, Math.round((1 - doubt) * 100));
  // Two sources make a value more certain than either. A single source keeps its own confidence.
  const confidence =
    strongest.size > 1 ? Math.max(evidence, contact.confidence ?? 0) : (contact.confidence ?? evidence);
  return { ...contact, confidence };
}
