import { controlCharacters } from '#core/input/text-rules.ts';

/** The text with controls as `\u001b`, which JSON allows too. What the service stores must not command a terminal. */
export const printable = (text: string): string =>
  text.replace(controlCharacters, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Writes to standard output. Commands print only through this. */
export const print = (text: string): void => void process.stdout.write(printable(text));
