import type { Answer, Job } from '#client';
import { printable } from '../terminal.ts';
import { counted, grouped, table } from '../words.ts';

/** A new job, as the service read it. */
export type Reading = Answer<'POST /api/v1/jobs'>;
type Column = NonNullable<Reading['file']>['link_column'];

const refusedShown = 10;

/** The most it can spend without being resumed with a higher limit. */
export const mostOf = ({ at_most: most, limit }: Job['credits']): number => Math.min(most, limit ?? most);

/** Counts of a read file and its maximum cost. */
export function readText({ counts, credits, file, refused }: Reading): string {
  const rows: [string, number, string][] = [
    ['rows', counts.rows, ''],
    ['profiles to look up', counts.profiles, ''],
    ['repeated', counts.repeated, 'looked up and paid once'],
    ['refused', counts.refused, 'not looked up'],
  ];
  const shown = refused.slice(0, refusedShown).map(({ row, line, message }) => {
    const place = line === null ? `row ${row}` : `line ${line}`;
    return `    ${message.toLowerCase().startsWith(place) ? message : `${place}: ${message}`}`;
  });
  const others = counts.refused - shown.length;
  const more = others > 0 ? [`    and ${counted(others, 'other')}`] : [];
  return [
    ...table(rows.filter(([, amount], at) => at < 2 || amount > 0)).map((line) => `  ${line}`),
    ...shown,
    ...more,
    ...(file ? ['', ...columnsText(file)] : []),
    '',
    `  It costs at most ${counted(mostOf(credits), 'credit')}: 1 for each profile that is found.`,
    ...(credits.already_paid > 0 ? [`  ${grouped(credits.already_paid)} are already paid for.`] : []),
  ].join('\n');
}

/** Which columns were taken for what, so that a wrong one is seen before it costs. */
function columnsText({
  link_column,
  name_columns,
  reference_column,
}: NonNullable<Reading['file']>): string[] {
  const columns: [string, Column[]][] = [
    ['links from', [link_column]],
    ['names from', name_columns],
    ['references from', reference_column ? [reference_column] : []],
  ];
  const rows = columns
    .filter(([, read]) => read.length > 0)
    .map(([what, read]) => [
      what,
      read.map(({ number, name }) => `column ${number}, ${printable(name)}`).join('; '),
    ]);
  return table(rows).map((line) => `  ${line}`);
}

/** How a job ended, or why it stopped. */
export function endText(job: Job): string {
  const { counts, credits } = job;
  const rows: [string, number][] = [
    ['found', counts.completed],
    ['not found', counts.not_found],
    ['failed', counts.failed],
    ['cancelled', counts.cancelled],
    ['waiting', counts.waiting],
  ];
  return [
    `  ${statusText(job)}`,
    '',
    ...table(rows.filter(([, amount], at) => at < 2 || amount > 0)).map((line) => `  ${line}`),
    `  ${counted(credits.spent, 'credit')} spent`,
  ].join('\n');
}

const pauses: Record<string, string> = {
  credits: 'no credits are left. It resumes automatically when the account has some.',
  budget: 'a budget is reached. It resumes automatically when that is raised, or starts again.',
  free_answers: 'the free answers of the day are used up. It resumes automatically after midnight UTC.',
  limit: 'its limit of credits is spent. Resume it with a higher --limit-credits, or cancel it.',
  customer: 'you paused it. Resume it, or cancel it.',
  key: 'its key was banned or revoked. Resume it with another key.',
  locked: 'the account is locked. Resume it when the lock is lifted.',
};

export function statusText({ id, status, paused_because: why }: Job): string {
  if (status !== 'paused') return `Job ${id} is ${status}.`;
  return `Job ${id} is paused: ${pauses[why ?? ''] ?? why}`;
}
