import { table } from '../words.ts';
import { countLines, type ImportReport, rejectLines, warningLines } from './import-summary.ts';

interface Preview {
  profile: { url: string };
  person: Record<'full_name' | 'headline' | 'company' | 'location', string | null>;
  emails: { address: string; type: string }[];
  phones: { number: string; extension: string | null }[];
  links: { url: string }[];
}

export type DryRun = ImportReport & {
  mapping: { header: string; column: string | null }[];
  preview: Preview[];
};

/** The text of a dry run: how the columns are read, the first profiles and the counts. */
export function dryRunText(report: ImportReport): string {
  const { mapping, preview } = report as DryRun;
  const parts = [
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
  ];
  return parts
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n`)
    .join('\n');
}

const indented = (line: string): string => `  ${line}`;

function profileLines({ profile, person, emails, phones, links }: Preview): string[] {
  const said = [person.full_name, person.headline, person.company, person.location];
  return [
    profile.url,
    `  ${said.filter((text) => text !== null).join(', ')}`,
    ...emails.map(({ address, type }) => `  ${address} (${type})`),
    ...phones.map(({ number, extension }) => `  ${number}${extension ? ` ext. ${extension}` : ''}`),
    ...links.map(({ url }) => `  ${url}`),
  ].filter((line) => line.trim() !== '');
}
