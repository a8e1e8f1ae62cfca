import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/context.ts';
import { timed } from '#core/tracing/span.ts';
import { currentSpan } from '#core/tracing/trace.ts';
import { noContacts } from '#values/contacts/index.ts';
import { costOf } from '../money/call-cost.ts';
import type { Outcome, Source, SourceContext, SourceRequest, Validators } from '../port.ts';
import { freshMsOf, type StoreOptions, storeFound, suppressFound } from '../remembering/store-found.ts';
import { freshAnswers, type QuestionKey, storeSourceAnswer, type TallyEntry, tallyQuestion } from '../sql.ts';
import { type Claims, openClaims } from './claims.ts';
import { answerTo, sumOf } from './coverage.ts';
import { type Imitation, openImitation } from './imitation.ts';
import { deliverable, type Reply, type ReplyOptions, replyFrom, replyOf } from './reply.ts';

export interface Question {
  source: Source;
  /** `wants` is what the source is asked for; see `askedFor`. */
  request: SourceRequest;
  profileHash: string;
  /** Simulates the question: takes as long as a miss and returns one, without asking. */
  pretend: boolean;
  /** Called with what the vendor charged, if this question was the one sent rather than an identical one. */
  took?(paise: number): void;
}

/** Every question runs to its end, for the cache and the tally, whether or not anyone waits for its reply. */
export type Ask = (question: Question) => Promise<Reply>;

export interface Asking {
  ask: Ask;
  /** Resolves when no question is in progress. */
  settled(): Promise<void>;
}

export interface AskOptions extends StoreOptions, ReplyOptions {
  /** Identifies this process to other processes. */
  worker: string;
  clock: Clock;
  log: Log;
  /** Vendors' earlier answers about a profile. */
  validatorsFor: (profileHash: string) => Validators;
  /** Waits between polls. Ends early when the signal fires. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  noteOutcome: (source: string, outcome: Outcome) => Promise<void>;
  onAsked: (source: string, outcome: string, paise: number) => void;
  /** Fires when the process stops. */
  stopped: AbortSignal;
}

/** The time limit for a question with all its polling. */
const questionMs = 60_000;

/**
 * Asks sources. At most one identical question per profile is in progress: within this process callers share its answer, and
 * a claim guards paid sources between processes. A fresh stored answer is used instead of asking.
 */
export function openAsk(given: AskOptions): Asking {
  const claims = openClaims(given.db, given.worker, given.log);
  const options = { ...given, claims, imitation: openImitation() };
  const underWay = new Map<string, Promise<Reply>>();
  const ask: Ask = (question) => {
    const name = Object.values(keyOf(question)).join(' ');
    const first = underWay.get(name);
    if (first) return first;
    const reply = askOnce(options, question)
      .catch((error): Reply => {
        options.log.error({ error, source: question.source.id }, 'asking a source failed');
        return { kind: 'failed', why: 'internal' };
      })
      .finally(() => underWay.delete(name));
    underWay.set(name, reply);
    return reply;
  };
  return {
    ask,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay.values());
    },
  };
}

const keyOf = ({ source, request, profileHash }: Question): QuestionKey => ({
  profileHash,
  source: source.id,
  wanted: sumOf(request.wants),
});

interface OpenAsk extends AskOptions {
  claims: Claims;
  imitation: Imitation;
}

async function askOnce(options: OpenAsk, question: Question): Promise<Reply> {
  const { source, request, profileHash } = question;
  const { db, claims } = options;
  const key = keyOf(question);
  if (source.tier !== 'paid') {
    await using _noted = await claims.note(key);
    return await askVendor(options, question);
  }
  const keptAnswer = async () =>
    answerTo((await freshAnswers(db, profileHash)).get(source.id) ?? [], request.wants);
  let claim = await claims.take(key);
  while (claim === null) {
    const fresh = await keptAnswer();
    if (fresh !== undefined) return replyOf(fresh);
    if (options.stopped.aborted) return { kind: 'failed', why: 'stopping' };
    await options.pause(250, options.stopped);
    claim = await claims.take(key);
  }
  await using _claim = claim;
  const fresh = await keptAnswer();
  return fresh === undefined ? await askVendor(options, question) : replyOf(fresh);
}

async function askVendor(options: OpenAsk, question: Question): Promise<Reply> {
  if (question.pretend) return simulateQuestion(options, question);
  const { source, request, profileHash } = question;
  const { db, clock, log } = options;
  const startedMs = clock.now().getTime();
  const context: SourceContext = {
    signal: options.stopped,
    deadlineAt: new Date(startedMs + questionMs),
    clock,
    log,
    validators: options.validatorsFor(profileHash),
  };
  const span = currentSpan()?.child('source', `source ${source.id}`) ?? null;
  const asking = outcomeAfterPolling(options, source, context, request);
  const outcome = await timed(span, asking, (heard) => ({
    'contactry.source': source.id,
    'contactry.source.outcome': heard.outcome,
    'contactry.source.paise': costIn(options, question, heard).paise,
  }));
  await options.noteOutcome(source.id, outcome);
  const cost = costIn(options, question, outcome);
  question.took?.(cost.paise);
  if (outcome.outcome !== 'not_applicable') options.onAsked(source.id, outcome.outcome, cost.paise);
  const heard = replyFrom(outcome, clock.now().toISOString());
  const reply = await deliverable(heard, options);
  if (reply.kind === 'skipped') return reply;
  // A person who opted out at the vendor is an answer like any other without values.
  const result = reply.kind === 'opted_out' ? 'not_found' : reply.kind;
  const ms = clock.now().getTime() - startedMs;
  options.imitation.note(source.id, outcome, ms);
  await tallyQuestion(db, source.id, { result, ms, ...cost, values: valuesIn(reply) });
  // A vendor that refuses us gets one log line and an alert.
  const isLoggedOnce = outcome.outcome === 'misconfigured' || outcome.outcome === 'out_of_credits';
  if (reply.kind === 'failed' && !isLoggedOnce)
    log.warn({ source: source.id, why: reply.why }, 'a source did not answer');
  await storeReply(options, question, { outcome, heard, reply });
  return reply;
}

function valuesIn(reply: Reply): TallyEntry['values'] {
  const { emails, phones, links } = reply.kind === 'found' ? reply.contacts : noContacts;
  return { emails: emails.length, phones: phones.length, links: links.length };
}

const costIn = ({ agreed }: AskOptions, { source, request }: Question, outcome: Outcome) =>
  costOf(outcome, source.price(request.wants), agreed(source.id)?.call_paise);

interface Heard {
  outcome: Outcome;
  heard: Reply;
  /** The part that may be disclosed. */
  reply: Reply;
}

async function storeReply(
  options: AskOptions,
  question: Question,
  { outcome, heard, reply }: Heard,
): Promise<void> {
  const { source, profileHash, request } = question;
  const profileUrl = request.profile.url;
  if (outcome.outcome === 'not_found') await storeMiss(options, question, outcome.authoritative);
  if (heard.kind === 'opted_out') {
    await suppressFound(options, { profileUrl, profileHash, contacts: noContacts, optedOut: true });
  }
  if (outcome.outcome === 'found' && heard.kind === 'found' && reply.kind === 'found') {
    const [shown, contacts] = [heard.contacts, reply.contacts];
    const isWhole = outcome.complete;
    await storeFound(options, { question: keyOf(question), source, profileUrl, shown, contacts, isWhole });
  }
}

async function storeMiss(
  { db, agreed }: AskOptions,
  question: Question,
  authoritative: boolean,
): Promise<void> {
  const { source } = question;
  const freshMs = authoritative ? freshMsOf(source, false, agreed(source.id)) : 0;
  if (freshMs > 0) await storeSourceAnswer(db, { ...keyOf(question), contacts: null, freshMs });
}

/** Stores and charges to the account what a miss would have, so that asking again looks the same. No vendor is paid. */
async function simulateQuestion(options: OpenAsk, question: Question): Promise<Reply> {
  const { outcome, ms } = options.imitation.of(question.source.id);
  await options.pause(ms, options.stopped);
  question.took?.(costIn(options, question, outcome).paise);
  await tallyQuestion(options.db, question.source.id, null);
  if (outcome.outcome === 'not_found') await storeMiss(options, question, outcome.authoritative);
  return replyFrom(outcome, '');
}

/** Polls a pending source until it answers or the time is up. A resumed question is never charged twice. */
async function outcomeAfterPolling(
  { clock, pause, stopped }: AskOptions,
  source: Source,
  context: SourceContext,
  request: SourceRequest,
): Promise<Outcome> {
  let outcome = await source.lookup(context, request);
  while (outcome.outcome === 'pending' && source.resume) {
    const { ticket, pollAfterMs } = outcome;
    if (stopped.aborted || clock.now().getTime() + pollAfterMs >= context.deadlineAt.getTime()) break;
    await pause(pollAfterMs, stopped);
    outcome = await source.resume(context, request, ticket);
  }
  return outcome;
}
