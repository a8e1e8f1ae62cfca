import type { Answer } from '#client';
import { programName } from '../command.ts';
import { inOptions } from '../option-words.ts';
import { counted, durationText, grouped, table, wrapped } from '../words.ts';

type Whole = Answer<'GET /api/v1/admin/directory/imports/{import_id}'>;

/** An import, as the service reports it. */
export type ImportReport = Omit<Whole, 'id' | 'format' | 'sha256' | 'finished_at' | 'mapping' | 'preview'> & {
  id: string | null;
};

const rejectsListed = 10;

/** The text at the end of an import: the counts, what was wrong, and what to do about it. */
export function summaryText(report: ImportReport, isRepeat: boolean): string {
  const rows = report.accepted + report.suppressed + report.rejected + report.without_contact;
  const rate = report.duration_ms > 0 ? ` (${grouped((rows * 1000) / report.duration_ms)} rows/s)` : '';
  const title = isRepeat
    ? `${report.file_name} was imported on ${report.started_at.slice(0, 16).replace('T', ' ')} UTC. Nothing changed.`
    : `${report.file_name} was imported: ${counted(rows, 'row')} in ${durationText(report.duration_ms)}${rate}.`;
  const parts = [
    [title],
    countLines(report),
    warningLines(report),
    rejectLines(report),
    isRepeat ? ['To import it again, add --again.'] : [],
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`)
    .join('\n');
}

/** What the service warns of, in the command line's words. */
export const warningLines = ({ warnings }: ImportReport): string[] =>
  warnings.flatMap((warning) => wrapped(`Warning: ${inOptions(warning)}`, 76));

/** Counts of what happened to the rows, or would happen in a dry run. */
export function countLines(report: ImportReport): string[] {
  const { suppressed, rejected, rejected_values: values, without_contact: without } = report;
  const further: [string, number, string][] = [
    ['without contact', without, 'rows with no email, phone or link; they create no profile'],
    ['values rejected', values, 'invalid values; the rest of each row was accepted'],
  ];
  return table([
    ['accepted', report.accepted, noteOn(report)],
    ['suppressed', suppressed, suppressed > 0 ? 'people who must not be listed' : ''],
    ['rejected', rejected, rejected > 0 ? 'invalid lines, not imported' : ''],
    ...further.filter(([, amount]) => amount > 0),
  ]).map((line) => `  ${line}`);
}

function noteOn({ accepted, merged }: ImportReport): string {
  if (accepted === 0) return '';
  return `${counted(accepted - merged, 'new profile')}, ${grouped(merged)} merged into existing ones`;
}

export function rejectLines({ id, status, rejected, rejected_values, rejects }: ImportReport): string[] {
  if (rejected + rejected_values === 0) return [];
  const listed = rejects.slice(0, rejectsListed);
  const lines = table(
    listed.map(({ line, column, detail }) => [`line ${grouped(line)}`, column ?? '', detail]),
  );
  const more = Math.max(0, rejected + rejected_values - listed.length);
  return [
    'Rejected:',
    ...lines.map((line) => `  ${line}`),
    ...(more > 0 ? [`  and ${grouped(more)} more`] : []),
    ...(status === 'dry_run' ? [] : correction(String(id), more)),
  ];
}

const correction = (id: string, more: number): string[] => [
  '',
  'Correct these lines and import the file again. Nothing is duplicated.',
  ...(more > 0 ? [`All of them as CSV: ${programName} rejects ${id} > rejects.csv`] : []),
];
