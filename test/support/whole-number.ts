/** The value of an option of a command. Throws a sentence, with the usage, unless it is a whole number of at most nine digits. */
export const wholeNumbers =
  (usage: string) =>
  (name: string, text: string): number => {
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new Error(`--${name} is a whole number.\n${usage}`);
  };
