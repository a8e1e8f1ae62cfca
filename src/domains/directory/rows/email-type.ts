import type { EmailContact } from '#values/contacts/index.ts';

type EmailType = EmailContact['type'];

const words: Record<EmailType, string> = {
  work: 'work business office job professional',
  personal: 'personal home private',
  role: 'role company general shared',
  unknown: 'unknown other main internet smtp ex',
};
const typesByWord = new Map(
  Object.entries(words).flatMap(([type, list]) => list.split(' ').map((word) => [word, type as EmailType])),
);

/** The type a word in a file stands for, such as `Work`, `Home` or Google's `* Work`. Null when it is unknown. */
export const emailTypeNamed = (word: string): EmailType | null =>
  typesByWord.get(word) ??
  typesByWord.get(
    word
      .trim()
      .replace(/^\*\s*/, '')
      .toLowerCase(),
  ) ??
  null;
