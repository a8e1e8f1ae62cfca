import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import rows from '../docs/security/asvs.json' with { type: 'json' };

/** A requirement of the standard in a few words of ours, and one of five answers. */
export interface Requirement {
  what: string;
  /** The test that shows it, by its file and its title as the file has it. */
  test?: string;
  title?: string;
  /** How it is met where no test of its own shows it. */
  met?: string;
  /** Why it does not apply. */
  absent?: string;
  /** The operator's duty. */
  operator?: string;
  /** The gap, and how it could be closed. */
  open?: string;
  /** Of `met` and `absent`: a file of the code, or a section of a document. Of `operator`: a section of a guide. */
  at?: string;
}

export const requirements: Readonly<Record<string, Requirement>> = rows;

const chapters = [
  'Encoding and sanitisation',
  'Validation and business logic',
  'Web front end',
  'API and web service',
  'Files',
  'Authentication',
  'Sessions',
  'Authorisation',
  'Self-contained tokens',
  'OAuth and OpenID Connect',
  'Cryptography',
  'Secure communication',
  'Configuration',
  'Data protection',
  'Secure coding and architecture',
  'Logging and errors',
  'WebRTC',
];

const answers = {
  test: 'Shown by a test',
  met: 'Met, without a test of its own',
  operator: 'Yours as the operator',
  absent: 'Does not apply',
  open: 'Not met',
} as const;

export const answersOf = (row: Requirement): (keyof typeof answers)[] =>
  (Object.keys(answers) as (keyof typeof answers)[]).filter((name) => row[name]);

/** `docs/security/asvs.md`. */
export const asvsPage = (): string => `# OWASP ASVS 5.0, level 2

The [Application Security Verification Standard](https://owasp.org/www-project-application-security-verification-standard/) 5.0.0 has 253
requirements on its levels 1 and 2. This page answers each. We answered them ourselves; no one else has checked it. The words are ours: the
standard has the full text under each number.

| Answer | Requirements |
|---|---|
${Object.entries(answers)
  .map(([name, words]) => `| ${words} | ${countOf(name)} |`)
  .join('\n')}

Generated from \`docs/security/asvs.json\` by \`npm run generate\`. \`test/asvs.test.ts\` fails if a requirement is missing, or if a test, a file
or a section that is named here does not exist. A “…” in the name of a test stands for each case that it tries.

${chapters.map((title, at) => `## ${at + 1}. ${title}\n\n${tableOf(at + 1)}`).join('\n\n')}
`;

const countOf = (name: string): number =>
  Object.values(requirements).filter((row) => answersOf(row).includes(name as keyof typeof answers)).length;

const tableOf = (chapter: number): string =>
  [
    '| | Requirement | Answer |',
    '|---|---|---|',
    ...Object.entries(requirements)
      .filter(([number]) => number.startsWith(`${chapter}.`))
      .map(([number, row]) => `| ${number} | ${row.what} | ${inCell(answerText(row))} |`),
  ].join('\n');

function answerText({ test, title, met, absent, operator, open, at = '' }: Requirement): string {
  if (test) return `Test: [${title!.replace(/\$\{[^}]*\}+/g, '…')}](../../${test})`;
  if (met) return `${met} [${nameOf(at)}](../../${at})`;
  if (absent) return `Does not apply. ${absent} [${nameOf(at)}](../../${at})`;
  if (operator) return `**Yours.** ${operator} [${nameOf(at)}](../../${at})`;
  return `**Not met.** ${open}`;
}

/** A file's name, or a document's heading. */
function nameOf(at: string): string {
  const [file = '', anchor] = at.split('#');
  if (!file.endsWith('.md')) return file.split('/').at(-1)!;
  const headings = headingsOf(file);
  return (anchor ? headings.find((heading) => anchorOf(heading) === anchor) : headings[0]) ?? at;
}

export const headingsOf = (file: string): string[] =>
  [
    ...readFileSync(join(import.meta.dirname, '..', file), 'utf8')
      .replace(/^```[\s\S]*?^```/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map(([, heading]) => heading!);

/** As GitHub makes the anchor of a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
