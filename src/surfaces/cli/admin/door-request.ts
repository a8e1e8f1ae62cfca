import type { Options } from '../command.ts';
import { CommandFailed, exitCodes } from '../command-failed.ts';
import type { Door, Word } from './door.ts';

export interface DoorRequest {
  /** Members in the braces of the path. */
  path: Readonly<Record<string, unknown>>;
  query: object | undefined;
  body: object | undefined;
  /** What the user wrote, by member, for questions. */
  written: Readonly<Record<string, string>>;
}

export const optionOf = ({ member, option }: Word): string => option ?? member.replaceAll('_', '-');

/** The words of a command line as a request to the door. Throws `CommandFailed` for a missing or impossible word. */
export function requestOf(door: Door, operands: readonly string[], options: Options): DoorRequest {
  const members: Record<string, unknown> = { ...door.fixed };
  const written: Record<string, string> = {};
  const take = (word: Word, text: string | boolean) => {
    const value = wordValue(word, text);
    written[word.member] = String(text);
    members[word.member === 'account' ? accountMember(String(text)) : word.member] = value;
  };
  for (const [at, word] of (door.operands ?? []).entries()) take(word, operands[at]!);
  for (const word of door.options ?? []) {
    const given = options[optionOf(word)] as string | boolean | undefined;
    if (given !== undefined) take(word, given);
    else if (word.isRequired)
      throw notUnderstood(`Set --${optionOf(word)}: ${word.help.replace('; required', '')}.`);
  }
  const isInPath = ([name]: [string, unknown]) => door.path.includes(`{${name}}`);
  const path = Object.fromEntries(Object.entries(members).filter(isInPath));
  const rest = Object.fromEntries(Object.entries(members).filter((each) => !isInPath(each)));
  return door.method === 'GET'
    ? { path, query: rest, body: undefined, written }
    : { path, query: undefined, body: rest, written };
}

const accountMember = (text: string) => (text.includes('@') ? 'email' : 'account_id');

function wordValue({ member, is }: Word, text: string | boolean): unknown {
  if (text === 'none' && (is === 'number' || member.endsWith('_at'))) return null;
  if (is !== 'number') return text;
  const number = Number(text);
  if (text !== '' && Number.isInteger(number)) return number;
  throw notUnderstood(`${member} must be a whole number, and '${text}' is not.`);
}

const notUnderstood = (sentence: string) => new CommandFailed(sentence, exitCodes.usage);
