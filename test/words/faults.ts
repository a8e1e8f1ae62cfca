import { patterns } from './patterns.ts';

export interface Text {
  /** File and line, or the name of a member. */
  place: string;
  text: string;
}

/** Wording that isn't the house's, with what to write instead. */
export const faultsOf = (texts: readonly Text[]): string[] =>
  texts.flatMap(({ place, text }) =>
    patterns.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text)?.[0];
      return found ? [`${place}: "${found.trim()}". Instead: ${instead}`] : [];
    }),
  );
