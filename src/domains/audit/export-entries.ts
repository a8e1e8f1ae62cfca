import { csvText } from '#core/answers/csv-text.ts';
import { FileAnswer, FileOutput } from '#core/answers/file-answer.ts';
import { admin } from '#core/door.ts';
import { operation } from '#core/operation.ts';
import { EntryFilter, entriesWhere } from './entries.ts';

const contentType = 'text/csv; charset=utf-8';
const entriesMax = 50_000;

export const exportEntries = operation({
  id: 'audit.export-entries',
  summary: 'Download who changed what as CSV, newest first',
  description: `The filters are those of the list. At most ${entriesMax.toLocaleString('en')} entries: narrow the time for more.`,
  kind: 'query',
  share: 'reports',
  readsMayLag: true,
  doors: [admin('GET', '/api/v1/admin/audit/csv')],
  input: EntryFilter,
  output: FileOutput,
  contentType,
  errors: [],
  idempotency: 'none',

  async run(ctx, only) {
    const found = await entriesWhere(ctx.db, { ...only, order: 'newest', limit: entriesMax });
    const rows = found.map((entry) => [
      ...[entry.at.toISOString(), entry.actor, entry.action, entry.operation],
      ...[entry.account_id, entry.account_email],
      ...[entry.before, entry.after, entry.details].map((part) =>
        part === null ? '' : JSON.stringify(part),
      ),
      entry.request_id,
    ]);
    return new FileAnswer('audit-log.csv', contentType, csvText([columns, ...rows]));
  },
});

const columns = [
  'at',
  'actor',
  'action',
  'operation',
  'account_id',
  'account_email',
  'before',
  'after',
  'details',
  'request_id',
];
