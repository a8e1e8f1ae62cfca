/** An agent's program, as it describes itself. */
export interface Client {
  id: string;
  name: string;
  /** The host of the document that names it, which vouches for the name. Null: it registered itself. */
  host: string | null;
  redirectUris: readonly string[];
}

export const nameLengthMax = 100;
export const redirectUriLengthMax = 1_000;
export const redirectUrisMax = 10;

/** The name without characters that hide or reorder others, on one line. Null if nothing is left. */
export function shownName(text: string): string | null {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain === ''
    ? null
    : [...plain].slice(0, nameLengthMax).join('').slice(0, nameLengthMax).toWellFormed();
}
