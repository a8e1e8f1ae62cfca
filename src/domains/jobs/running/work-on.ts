import type { KeyCredential } from '#core/access.ts';
import { digestId } from '#core/ids.ts';
import type { JobContext } from '#core/job.ts';
import { inSpan } from '#core/tracing/span.ts';
import { storedTrace } from '#core/tracing/trace.ts';
import { KeyGate } from '#domains/keys/index.ts';
import { endedAnswers, Finder, type ItemCall, type ItemEnd, opKeyOf } from '#domains/lookup/index.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { parseProfileLink } from '#values/profile-link/index.ts';
import { announce } from '../announce.ts';
import {
  type Claim,
  type ClaimEnd,
  type ClaimedItem,
  claimedItems,
  type EndedItem,
  finishClaim,
} from '../sql/claims.ts';
import { endEarly, type JobRow, jobById } from '../sql/jobs.ts';

/** Give up after this many workers have crashed on a claim. */
const takeoversMax = 5;
const triesMax = 5;
const asksMax = 3;

/** Looks up the rows of a claim and writes their outcomes. */
export async function workOn(ctx: JobContext, claim: Claim): Promise<void> {
  const { db, settings } = ctx.ports;
  const keyGate = ctx.ports.use(KeyGate);
  const finder = ctx.ports.use(Finder);
  const job = (await jobById(db, claim.account, claim.job))!;
  const resultsDays = settings.current().job_results_days;
  const gaveUp = claim.takeovers > takeoversMax;
  const end = async (given: Omit<ClaimEnd, 'resultsDays'>) => {
    await ctx.phase(async (phase) => {
      if (gaveUp) await endEarly(phase.db, job, 'gave_up', resultsDays);
      const event = await finishClaim(phase.db, claim, { ...given, resultsDays });
      if (event !== 'nothing' && event !== 'lost')
        await announce({ ...phase, now: ctx.now, ports: ctx.ports }, job);
    });
  };
  const items = await claimedItems(db, claim);
  const endUnasked = async (stop: ClaimEnd['stop']) =>
    end({ ended: await answeredBefore(ctx, job, items), broken: [], again: [], stop });
  if (gaveUp) return endUnasked(null);
  const key = await keyGate.standingOf(job);
  if (typeof key === 'string') return endUnasked(key);

  const calls = items.map((item) => callOf(ctx, { ...job, key }, item));
  const trace = ctx.ports.tracer.begin('job', 'jobs.work', storedTrace(job.traceparent));
  const ends = await inSpan(trace, { 'contactry.job.items': items.length }, () =>
    finder.findMany(
      claim.lane,
      calls.filter((call) => call !== null),
    ),
  );
  let at = 0;
  await end(sorted(items.map((item, index) => ({ item, end: calls[index] ? ends[at++]! : null }))));
}

/** Null for a link that was erased, or that is refused now because a code host is no longer configured. */
function callOf(
  { ports }: JobContext,
  job: JobRow & { key: KeyCredential },
  { row, profile_url, name, client_reference, asks }: ClaimedItem,
): ItemCall | null {
  const link = parseProfileLink(profile_url, ports.use(CodeHosts));
  if (!link.ok) return null;
  return {
    key: job.key,
    profile: link.profile,
    request: {
      profile_url,
      ...(name === null ? {} : { name }),
      ...(job.include === null ? {} : { include: job.include as ('emails' | 'phones' | 'links')[] }),
      ...(client_reference === null ? {} : { client_reference }),
    },
    kind: 'job',
    job: job.id,
    door: job.opened_from,
    opKey: operationOf(job, { row, asks }),
  };
}

/** The same for every worker and every try, so that the item is paid once. */
const operationOf = (job: JobRow, { row, asks }: Pick<ClaimedItem, 'row' | 'asks'>): string =>
  digestId('item of a job', job.id, String(row), String(asks));

/** Items that a crashed worker looked up and paid, but could not write. */
async function answeredBefore(
  { ports }: JobContext,
  job: JobRow,
  items: readonly ClaimedItem[],
): Promise<EndedItem[]> {
  const keys = items.map((item) => operationOf(job, item));
  const answers = await endedAnswers(ports.db, ports.suppressionPepper, job.account, keys);
  return items.flatMap(({ row }, at) => (answers[at] ? [endedBy(row, answers[at])] : []));
}

/** The outcome of each row: its end, another try, or a reason to stop. */
function sorted(
  results: readonly { item: ClaimedItem; end: ItemEnd | null }[],
): Omit<ClaimEnd, 'resultsDays'> {
  const ended: EndedItem[] = [];
  const broken: number[] = [];
  const again: number[] = [];
  let stop: ClaimEnd['stop'] = null;
  for (const { item, end } of results) {
    const { row } = item;
    const free = (status: EndedItem['status'], reason: string | null = null) =>
      ended.push({ row, status, reason, lookup: null, charged: 0 });
    if (end === null && item.profile_url === '') free('not_found');
    else if (end === null) free('failed', 'unsupported_host');
    else if ('answer' in end && item.asks + 1 < asksMax && couldNotAsk(end.answer)) again.push(row);
    else if ('answer' in end) ended.push(endedBy(row, end.answer));
    else if (end.left === 'needs_sources') free('asking');
    else if (end.left === 'insufficient') stop = 'credits';
    else if (end.left === 'budget_reached') stop = 'budget';
    else if (end.left === 'free_used_up') stop = 'free_answers';
    else if (end.left === 'broken' && item.tries + 1 >= triesMax) free('failed', 'internal_error');
    else if (end.left === 'broken') broken.push(row);
  }
  return { ended, broken, again, stop };
}

type Answer = Extract<ItemEnd, { answer: unknown }>['answer'];

const couldNotAsk = ({ status, warnings }: Answer): boolean =>
  status === 'failed' && warnings.some(({ code }) => code === 'sources_unavailable');

function endedBy(row: number, answer: Answer): EndedItem {
  const { id, status, warnings, credits } = answer;
  return {
    row,
    status: status as EndedItem['status'],
    reason: warnings[0]?.code ?? null,
    lookup: opKeyOf(id),
    charged: credits.charged,
  };
}
