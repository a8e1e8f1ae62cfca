import type { Db } from '#core/context.ts';
import type { Reject } from '../rows/judge-batch.ts';
import {
  type ImportReport,
  type ImportSummary,
  type Reject as RejectShown,
  rejectsShown,
} from '../shapes.ts';
import { rejectsOf } from './import-rejects.ts';
import type { ImportRow } from './imports.ts';

export const summaryOf = (row: ImportRow): ImportSummary => ({
  id: row.id,
  status: row.status,
  file_name: row.file_name,
  format: row.format,
  sha256: row.sha256?.toString('hex') ?? null,
  lines: row.lines,
  accepted: row.accepted,
  merged: row.merged,
  suppressed: row.suppressed,
  rejected: row.rejected,
  rejected_values: row.rejected_values,
  without_contact: row.without_contact,
  warnings: row.warnings,
  detail: row.detail,
  started_at: row.started_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  duration_ms: row.worked_ms,
});

export const reportOf = async (db: Db, row: ImportRow): Promise<ImportReport> => ({
  ...summaryOf(row),
  rejects: (await rejectsOf(db, row.id, 0, rejectsShown)).map(rejectReport),
  mapping: [],
  preview: [],
});

export const rejectReport = ({ line, scope, column, reason, detail }: Reject): RejectShown => ({
  line,
  scope,
  column,
  reason,
  detail,
});
