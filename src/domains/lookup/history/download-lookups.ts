import { csvText } from '#core/answers/csv-text.ts';
import { FileAnswer, FileOutput } from '#core/answers/file-answer.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { CodeHosts } from '#values/profile-link/code-hosts.ts';
import { canonicalFilter, PastFilter, type PastLookup, pastLookups, pastSpan } from './past-lookups.ts';

const contentType = 'text/csv; charset=utf-8';
const limit = 20_000;
const readMax = 50_000;

export const downloadLookups = operation({
  id: 'lookup.download-lookups',
  summary: 'Download whom an account looked up as CSV, newest first',
  description: `The filters are those of the list. At most ${limit.toLocaleString('en')} lookups, of the newest ${readMax.toLocaleString('en')} with a filter: narrow the time for others.`,
  kind: 'query',
  share: 'reports',
  doors: [dashboard('GET', '/internal/lookups/{account_id}/csv')],
  account: 'required',
  idempotency: 'none',
  input: PastFilter,
  output: FileOutput,
  contentType,
  errors: ['not_found'],

  async run(ctx, filter) {
    const span = pastSpan(filter, ctx.ports.settings.current().history_days, ctx.now());
    const wanted = canonicalFilter(filter, ctx.ports.use(CodeHosts));
    const { items } = await pastLookups(ctx.db, ctx.account.id, wanted, span, { limit, readMax });
    return new FileAnswer('lookups.csv', contentType, csvText([columns, ...items.map(cellsOf)]));
  },
});

const columns = [
  ...['at', 'profile_url', 'network', 'full_name', 'status', 'emails', 'phones', 'links'],
  ...['credits', 'reason', 'mode', 'opened_from', 'key', 'job', 'client_reference', 'lookup_id', 'sources'],
];

const cellsOf = (one: PastLookup) => [
  ...[one.at.toISOString(), one.profile?.url, one.network, one.full_name, one.status],
  ...[one.found?.emails, one.found?.phones, one.found?.links, one.credits.charged, one.credits.reason],
  ...[one.mode, one.opened_from, one.key?.prefix, one.job && (one.job.name ?? one.job.id)],
  ...[one.client_reference, one.id, one.sources.join(', ')],
];
