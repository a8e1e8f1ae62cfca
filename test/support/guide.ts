import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Door } from '#core/door.ts';

/** A block of a guide that is set as code. */
export interface Block {
  language: string;
  text: string;
}

/** The blocks of code below a heading of a guide, up to the next one. */
export function blocksOf(guide: string, heading: string): Block[] {
  const page = readFileSync(join(import.meta.dirname, '../../docs/guide', guide), 'utf8');
  const [, section] = page.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`${guide} has no heading '${heading}'`);
  const blocks = section.split(/\n## /)[0]!.matchAll(/```(\w+)\n(.*?)```/gs);
  return [...blocks].map(([, language, text]) => ({ language: language!, text: text! }));
}

export interface GuideRequest {
  method: Door['method'];
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/** The request of a block with one curl command. `variables` are those of the shell. */
export function curlRequest(text: string, variables: Readonly<Record<string, string>>): GuideRequest {
  const [program, ...words] = shellWords(text, variables);
  if (program !== 'curl') throw new Error(`not a curl command: ${text}`);
  const request: GuideRequest = { method: 'GET', path: '', headers: {} };
  let method: Door['method'] | undefined;
  while (words.length > 0) {
    const word = words.shift()!;
    if (word === '-s') continue;
    else if (word === '-X') method = words.shift() as Door['method'];
    else if (word === '-H') Object.assign(request.headers, header(words.shift()!));
    else if (word === '-d') request.body = words.shift()!;
    else if (word.startsWith('-')) throw new Error(`an option of curl that no guide uses: ${word}`);
    else request.path = word.replace(/^http:\/\/127\.0\.0\.1:8080/, '');
  }
  return { ...request, method: method ?? (request.body === undefined ? 'GET' : 'POST') };
}

function header(line: string): Record<string, string> {
  const [name, ...value] = line.split(':');
  return { [name!]: value.join(':').trim() };
}

/** Words as a POSIX shell splits them, as far as the guides' commands go. */
function shellWords(text: string, variables: Readonly<Record<string, string>>): string[] {
  const expand = (part: string) =>
    part.replace(/\$(\w+)/g, (_, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`the guide doesn't say what $${name} is`);
      return value;
    });
  const command = text.replaceAll('\\\n', ' ').replace(/^#.*$/gm, '').trim();
  return [...command.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|([^'"]+)/g,
      (_, single?: string, double?: string, bare?: string) =>
        single ?? expand((double ?? bare!).replace(/\\(["\\$])/g, '$1')),
    ),
  );
}
