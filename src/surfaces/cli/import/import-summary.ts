import type { Answer } from '#client';
import { programName } from '../command.ts';
import { counted, durationText, grouped, inOptions, minuteText, table, wrapped } from '../words.ts';

type Whole = Answer<'GET /api/v1/admin/directory/imports/{import_id}'>;

/** An import, as the service reports it. */
export type ImportReport = Omit<Whole, 'id' | 'format' | 'sha256' | 'finished_at' | 'mapping' | 'preview'> & {
  id: string | null;
};

const groupsListed = 10;

/** The text at the end of an import: the counts, what was wrong, and what to do about it. */
export function summaryText(report: ImportReport, isRepeat: boolean): string {
  const rows = report.accepted + report.suppressed + report.rejected + report.without_contact;
  const rate = report.duration_ms > 0 ? ` (${grouped((rows * 1000) / report.duration_ms)} rows/s)` : '';
  const title = isRepeat
    ? `${report.file_name} was imported on ${minuteText(report.started_at)}. Nothing changed.`
    : `${report.file_name} was imported: ${counted(rows, 'row')} in ${durationText(report.duration_ms)}${rate}.`;
  return partsText([
    [title],
    countLines(report),
    warningLines(report),
    rejectLines(report),
    isRepeat ? ['To import it again, add --again.'] : [],
  ]);
}

/** Paragraphs with an empty line between them. */
const partsText = (parts: readonly string[][]): string =>
  parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`)
    .join('\n');

const warningLines = ({ warnings }: ImportReport): string[] =>
  warnings.flatMap((warning) => wrapped(`Warning: ${inOptions(warning)}`, 76));

/** Counts of what happened to the rows, or would happen in a dry run. */
function countLines(report: ImportReport): string[] {
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

/** The same reason in the same column is one line, with the first lines of the file. */
function rejectLines({ id, status, reject_groups }: ImportReport): string[] {
  if (reject_groups.length === 0) return [];
  const listed = reject_groups.slice(0, groupsListed);
  const more = reject_groups.slice(groupsListed).reduce((sum, { count }) => sum + count, 0);
  return [
    'Rejected:',
    ...listed.flatMap((group) => [`  ${whatOf(group)}: ${group.detail}`, `    ${linesOf(group)}`]),
    ...(more > 0 ? [`  and ${grouped(more)} for other reasons`] : []),
    ...(status === 'dry_run' ? [] : correction(String(id))),
  ];
}

type RejectGroup = ImportReport['reject_groups'][number];

const whatOf = ({ scope, column, count }: RejectGroup): string =>
  scope === 'row' ? counted(count, 'row') : `${counted(count, 'value')} of ${column}`;

const linesOf = ({ lines, count }: RejectGroup): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${lines.map(grouped).join(', ')}${count > lines.length ? ', …' : ''}`;

const correction = (id: string): string[] => [
  '',
  'Correct these lines and import the file again. Nothing is duplicated.',
  `All of them as CSV: ${programName} rejects ${id} > rejects.csv`,
];

type DryRun = ImportReport & Pick<Answer<'POST /api/v1/admin/directory/imports'>, 'mapping' | 'preview'>;

/** The text of a dry run: how the columns are read, the first profiles and the counts. */
export function dryRunText(report: ImportReport): string {
  const { mapping, preview } = report as DryRun;
  return partsText([
    [`${report.file_name} would be imported as follows. Nothing was stored.`],
    [
      'Columns:',
      ...table(mapping.map(({ header, column }) => [header, column ?? '(not read)'])).map(indented),
    ],
    preview.length === 0
      ? []
      : ['The first profiles:', ...preview.flatMap((profile) => profileLines(profile).map(indented))],
    countLines(report),
    warningLines(report),
    rejectLines(report),
  ]);
}

const indented = (line: string): string => `  ${line}`;

function profileLines({ profile, person, emails, phones, links }: DryRun['preview'][number]): string[] {
  const said = [person.full_name, person.headline, person.company, person.location];
  return [
    profile.url,
    `  ${said.filter((text) => text !== null).join(', ')}`,
    ...emails.map(({ address, type }) => `  ${address} (${type})`),
    ...phones.map(({ number, extension }) => `  ${number}${extension ? ` ext. ${extension}` : ''}`),
    ...links.map(({ url }) => `  ${url}`),
  ].filter((line) => line.trim() !== '');
}
