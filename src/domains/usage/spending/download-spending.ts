import { csvText } from '#core/answers/csv-text.ts';
import { FileAnswer, FileOutput } from '#core/answers/file-answer.ts';
import { dashboard } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { type Cause, type Change, SpendingQuery } from './shapes.ts';
import { spendingDays } from './spending-days.ts';
import { spendingOf } from './spending-of.ts';

const contentType = 'text/csv; charset=utf-8';

export const downloadSpending = operation({
  id: 'usage.download-spending',
  summary: 'Download what spent the credits of a period as CSV',
  description: 'The rows of `GET /internal/billing/spending/{account_id}`, newest day first.',
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [dashboard('GET', '/internal/billing/spending/{account_id}/csv')],
  account: 'required',
  idempotency: 'none',
  input: SpendingQuery,
  example: { account_id: 'acme-42', by: 'source' },
  output: FileOutput,
  contentType,
  errors: ['not_found'],

  async run(ctx, query) {
    const days = await spendingDays(ctx.db, ctx.account.id, query, ctx.now());
    const { items, changes } = await spendingOf(ctx.db, ctx.account.id, days, query.by);
    const rows = [...changes.map(cellsOfChange), ...items.map(cellsOfCause)];
    rows.sort(([one = ''], [other = '']) => other.localeCompare(one));
    return new FileAnswer(
      `credits ${days.first} to ${days.last}.csv`,
      contentType,
      csvText([columns, ...rows]),
    );
  },
});

const columns = ['date', 'kind', 'name', 'id', 'credits', 'lookups', 'paid', 'free'];

type Row = [date: string, ...others: (string | number | null)[]];

const cellsOfCause = ({ date, kind, name, id, sources, credits, lookups, paid, free }: Cause): Row => {
  const reasons = Object.entries(free).map(([reason, count]) => `${reason}: ${count}`);
  return [date, kind, sources.join(', ') || name, id, credits, lookups, paid, reasons.join(', ')];
};

const cellsOfChange = ({ date, kind, credits, reason, source, reference }: Change): Row => [
  date,
  ...[kind, reason || source, reference, credits],
  ...[null, null, null],
];
